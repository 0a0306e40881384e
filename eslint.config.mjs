import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'build/', 'coverage/', '.purser/', 'node_modules/'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.mjs', '*.cjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // Nest modules are empty classes with a decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // GraphQL models, inputs and payloads are classes only so that Nest can read their decorators.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Choices are unions of strings, which TypeScript checks. This rule takes a seventh of the time of all rules.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    // Money is a decimal string; parseFloat and Number() on it lose digits silently.
    files: ['src/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', 'parseFloat', 'fetch'] },
  },
  {
    // The keys of an identity provider are public, and `jose` reads them by fetch.
    files: ['src/access/people/key-set-fetch.ts'],
    rules: { 'no-restricted-globals': ['error', 'parseFloat'] },
  },
  {
    // The environment is read in one place, so that every variable is described and validated there.
    files: ['src/**/*.ts'],
    ignores: ['src/config/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read settings from src/config/ only.' },
      ],
    },
  },
  {
    // TypeORM takes what stands there for SQL. Named parameters carry values; a column comes from a table of constants, as `sql`.
    // Statements of `query()` are left out: they are put together from constants in too many ways for a rule to tell apart.
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name=/^(?:where|andWhere|orWhere|having|orderBy|addOrderBy)$/] > TemplateLiteral > ' +
            ":not(TemplateElement, Identifier[name='sql'], " +
            "ConditionalExpression[consequent.type='Literal'][alternate.type='Literal'])",
          message: 'A clause of a query is a constant: pass values as parameters.',
        },
        {
          selector:
            'CallExpression[callee.property.name=/^(?:where|andWhere|orWhere|having|orderBy|addOrderBy)$/] > ' +
            "BinaryExpression[operator='+']",
          message: 'A clause of a query is a constant: pass values as parameters.',
        },
      ],
    },
  },
  { files: ['dev/**/*.ts', 'sandbox/**/*.ts', 'bench/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.spec.ts', 'test/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off', '@typescript-eslint/unbound-method': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { module: 'writable', process: 'readonly' } },
  },
);
