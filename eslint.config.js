import js from '@eslint/js';
import i18next from 'eslint-plugin-i18next';
import tseslint from 'typescript-eslint';

const untyped = ['**/*.js', '**/*.mjs', '**/*.cjs'];

/** Every disabled rule says why; the directive must still be needed. */
const directivesExplained = {
  rules: {
    'directives-explained': {
      meta: { type: 'problem', schema: [] },
      create: (context) => ({
        Program() {
          for (const comment of context.sourceCode.getAllComments()) {
            if (/^\s*eslint-disable/.test(comment.value) && !/\s--\s+\S/.test(comment.value)) {
              context.report({ loc: comment.loc, message: 'Say why the rule is disabled: `-- reason`.' });
            }
          }
        },
      }),
    },
  },
};

/** Arrows between names that dependency-cruiser cannot see, since nothing is imported. */
const onlyIn = {
  configuration: {
    selector: "MemberExpression[property.name='getConfiguration']",
    message: 'Settings are read in src/config/readSettings.ts only.',
  },
  webviewApi: {
    selector: "Identifier[name='acquireVsCodeApi']",
    message: 'The webview API is taken in webview/host.ts only.',
  },
  defaultExport: {
    selector: 'ExportDefaultDeclaration',
    message: 'Named exports only.',
  },
};

/** Literals of JSX that nobody reads: names of classes, icons and events, and what has no letters. */
const untranslated = {
  mode: 'jsx-only',
  'should-validate-template': true,
  'jsx-attributes': {
    include: [
      'label',
      'name',
      'title',
      'placeholder',
      'alt',
      'aria-label',
      'aria-valuetext',
      'aria-roledescription',
      'aria-description',
    ],
  },
  'object-properties': { exclude: ['[A-Z_-]+', 'aria-controls', 'aria-activedescendant'] },
  callees: { exclude: ['t', 'tn', 'rich'] },
  words: { exclude: [/^[^\p{Letter}]*$/u, /^Strata$/u] },
  message: 'Word it: t(…) of webview/ui/text.ts',
};

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'coverage/', '.vscode-test/', '.test-output/', 'test/fixtures/', 'media/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.host.json', './tsconfig.webview.json', './tsconfig.test.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // A number or a boolean in a template prints as everybody expects.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `() => action()` is how a handler of nothing is written.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Names that begin with an underscore stand for what a signature forces on us.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'no-restricted-syntax': ['error', ...Object.values(onlyIn)],
    },
  },
  { files: ['src/config/readSettings.ts'], rules: { 'no-restricted-syntax': ['error', onlyIn.defaultExport] } },
  { files: ['webview/host.ts'], rules: { 'no-restricted-syntax': ['error', onlyIn.defaultExport] } },
  {
    // What stands in a page is worded: `t('…')` of webview/ui/text.ts. A test with a made-up language sees the rest.
    files: ['webview/**/*.tsx'],
    // Under way.
    ignores: ['webview/inspector/{filterBar,rowBadges,timeline,timelineRow}.tsx'],
    plugins: { i18next },
    rules: { 'i18next/no-literal-string': ['error', untranslated] },
  },
  { files: ['src/**'], ignores: ['src/cli/**'], rules: { 'no-console': 'error' } },
  {
    // A vitest or mocha case takes an async function whatever it awaits; tests read settings and define what configs need.
    files: ['test/**', 'scripts/**', 'bench/**', 'evals/**', '*.config.ts'],
    rules: {
      '@typescript-eslint/require-await': 'off',
      // `expect(fake.method)` names a method without calling it.
      '@typescript-eslint/unbound-method': 'off',
      'no-restricted-syntax': 'off',
    },
  },
  { files: untyped, languageOptions: { globals: { console: 'readonly', process: 'readonly' } } },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: { module: 'writable', require: 'readonly' } },
  },
  {
    plugins: { strata: directivesExplained },
    rules: { 'strata/directives-explained': 'error' },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
);
