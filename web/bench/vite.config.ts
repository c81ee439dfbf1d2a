import { defineConfig } from "vite";

export default defineConfig({
  root: "bench",
  build: {
    outDir: "/tmp/grognard-bench",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
  },
});
