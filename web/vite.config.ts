import { readFileSync, readdirSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, type Plugin } from "vite";
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
      for (const name of ["svelte", "@noble/hashes", ...fonts]) {
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

/** The page that checks a record: one file with everything in it, which works from the disk without a server. */
function verifyPage(): Plugin {
  return {
    name: "verify-page",
    apply: "build",
    async generateBundle() {
      const made = await build({
        configFile: false,
        logLevel: "warn",
        build: {
          write: false,
          target: "es2022",
          lib: { entry: "verify/page.ts", name: "verify", formats: ["iife"] },
        },
      });
      const [first] = Array.isArray(made) ? made : [made];
      if (!("output" in first)) throw new Error("the page that checks a record was not built");
      const script = first.output[0].code.replaceAll("</script", "<\\/script");
      const page = readFileSync(new URL("./verify/page.html", import.meta.url), "utf8");
      const source = page.replace("<!-- script -->", () => `<script>${script}</script>`);
      this.emitFile({ type: "asset", fileName: "verify.html", source });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), licences(), verifyPage()],
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
