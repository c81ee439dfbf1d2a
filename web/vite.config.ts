import { readFileSync, readdirSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import manifest from "./package.json" with { type: "json" };

/** Puts the licences of what goes into the build beside it: its fonts', and that of the library in it. */
function licences(): Plugin {
  const fonts = Object.keys(manifest.devDependencies).filter((name) =>
    name.startsWith("@fontsource/"),
  );
  return {
    name: "licences",
    apply: "build",
    generateBundle() {
      for (const name of ["svelte", ...fonts]) {
        const folder = new URL(`./node_modules/${name}/`, import.meta.url);
        const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
        if (!file) throw new Error(`${name} has no licence`);
        this.emitFile({
          type: "asset",
          fileName: `licences/${name.split("/").pop()}.txt`,
          source: readFileSync(new URL(file, folder)),
        });
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), licences()],
  build: {
    // The server serves this folder; it is git-ignored and packed into the wheel.
    outDir: "../src/grognard/server/static",
    emptyOutDir: true,
    // The server's CSP forbids data: fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
