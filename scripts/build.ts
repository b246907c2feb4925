import { join } from 'node:path';
import { build as esbuild, type BuildOptions, type Plugin } from 'esbuild';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { bakeRanks } from './bakeRanks';

/** Our own source is ESM; in a CommonJS bundle `import.meta` is empty, so its three uses get their CommonJS counterparts. */
const commonJs: BuildOptions = {
  platform: 'node',
  format: 'cjs',
  define: {
    'import.meta.url': 'importMetaUrl',
    'import.meta.dirname': '__dirname',
    'import.meta.filename': '__filename',
  },
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/** The converter brings a parser of its own for text; it is given a document. */
const webPages: BuildOptions = { ...commonJs, alias: { turndown: 'turndown/lib/turndown.browser.es.js' } };

/** The library of secret patterns is a third of what the worker would be, and only an export asks it: it is loaded then. */
const secretsApart: Plugin = {
  name: 'secrets-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/librarySecrets$/ }, () => ({ path: './librarySecrets.cjs', external: true }));
  },
};

/** Packages in CommonJS that an ESM bundle takes in still call `require` for Node's own modules. */
const esModule: BuildOptions = {
  platform: 'node',
  format: 'esm',
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
};

const webview: BuildOptions = {
  platform: 'browser',
  format: 'iife',
  target: 'chrome128',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.ttf': 'file', '.svg': 'text' },
  assetNames: '[name]',
  define: { 'process.env.NODE_ENV': '"production"' },
};

/** The package's CommonJS is of a kind that cannot be bundled. */
const jsonParser = { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } };

interface Bundle {
  entry: string;
  outfile: string;
  options: BuildOptions;
}

const bundles: Bundle[] = [
  { entry: 'src/extension.ts', outfile: 'dist/extension.cjs', options: { ...commonJs, external: ['vscode'] } },
  { entry: 'src/worker/main.ts', outfile: 'dist/worker.cjs', options: { ...commonJs, plugins: [secretsApart] } },
  {
    entry: 'src/transcripts/exports/redaction/librarySecrets.ts',
    outfile: 'dist/librarySecrets.cjs',
    options: commonJs,
  },
  { entry: 'src/session/webPages/main.ts', outfile: 'dist/webFetch.cjs', options: webPages },
  { entry: 'src/gateway/main.ts', outfile: 'dist/gateway.cjs', options: { ...commonJs, ...jsonParser } },
  { entry: 'src/cli/replay.ts', outfile: 'dist/cli/replay.mjs', options: esModule },
  { entry: 'src/cli/gateway.ts', outfile: 'dist/cli/gateway.mjs', options: { ...esModule, ...jsonParser } },
  { entry: 'webview/chat/main.tsx', outfile: 'dist/webview/chat.js', options: webview },
  { entry: 'webview/inspector/main.tsx', outfile: 'dist/webview/inspector.js', options: webview },
];

/** Mocha finds its reporters and worker files beside itself, so it stays a package; the bundle runs inside the repository. */
const hostTests: Bundle = {
  entry: 'test/host/index.ts',
  outfile: 'dist/test/index.cjs',
  options: { ...commonJs, external: ['vscode', 'mocha'], minify: false },
};

async function buildBundle({ entry, outfile, options }: Bundle): Promise<void> {
  await esbuild({
    absWorkingDir: repositoryRoot,
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    // Errors are told apart and shown by the name of their class.
    keepNames: true,
    target: 'node20',
    sourcemap: true,
    legalComments: 'none',
    logLevel: 'warning',
    ...options,
  });
}

/**
 * Builds everything a development host, the tests and the package need into `dist/`.
 *
 * @throws esbuild's `BuildFailure` with the messages already printed.
 */
export async function build(): Promise<void> {
  const outcomes = await Promise.allSettled([
    bakeRanks(join(repositoryRoot, 'dist/ranks')),
    ...[...bundles, hostTests].map((bundle) => buildBundle(bundle)),
  ]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

/** `npm run build`. */
export async function main(): Promise<void> {
  await build();
}
