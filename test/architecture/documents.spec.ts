import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeVariable, variables } from '../../src/platform/config/variables.js';
import { toMermaid } from '../../src/common/state-machine.js';
import { renderDestinationsPage } from '../../src/payouts/destinations/destinations-page.js';
import { committed, expectCommitted } from '../support/generated-file.js';
import { STATE_TABLES, type StateTable } from '../support/state-tables.js';

const ROOT = join(__dirname, '..', '..');

const PAGES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.md') && /^(?:docs|test|bench|sandbox|dev)\/|^[A-Z]+\.md$/.test(path),
);

describe('documents', () => {
  it('.env.example lists every environment variable', () => {
    expectCommitted('.env.example', envExample());
  });

  it.each(STATE_TABLES)('the documented state diagram of $table matches the code', (table) => {
    expectCommitted(`docs/state-machines/${table.file}.md`, stateMachinePage(table));
  });

  it('the documented payout destinations match the code', () => {
    expectCommitted('docs/payout-destinations.md', renderDestinationsPage());
  });

  it.each(['npm ci && npm start', 'npm ci && npm test'])('the README lists the command "%s"', (command) => {
    expect(committed('README.md')).toContain(command);
  });
});

describe('links', () => {
  it.each(PAGES)('%s links to existing pages and headings', (page) => {
    const links = [...committed(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
    const broken = links
      .map(([link, path, heading]) => ({ link, to: path ? join(dirname(page), path) : page, heading }))
      .filter(({ to, heading }) => !existsSync(join(ROOT, to)) || (heading && !headingsOf(to).includes(heading)));
    expect(broken.map(({ link }) => link)).toEqual([]);
  });
});

/** Returns the anchors of a page's headings, as GitHub builds them. */
function headingsOf(page: string): readonly string[] {
  const headings = committed(page).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

function envExample(): string {
  const names = Object.keys(variables) as (keyof typeof variables)[];
  const entries = names.map((name) => {
    const { description, example } = describeVariable(name);
    return `# ${description}\n${example === null ? `# ${name}=` : `${name}=${example}`}\n`;
  });
  return [
    '# Settings of Purser; `npm start` needs none of them. Generated from src/platform/config/variables.ts by `npm run generate`.',
    '# Every variable may be given as a file instead: NAME_FILE=/run/secrets/name. Values holding "change-me" are refused.',
    '',
    ...entries,
  ].join('\n');
}

function stateMachinePage({ title, table, column, machine, start }: StateTable): string {
  return [
    `# ${title}: states`,
    '',
    'Generated from the table in the code by `npm run generate`; a test compares them.',
    '',
    '```mermaid',
    toMermaid(machine, start),
    '```',
    '',
    '| state | kind | meaning |',
    '| --- | --- | --- |',
    ...Object.entries(machine).map(([state, { kind, meaning }]) => `| ${state} | ${kind} | ${meaning} |`),
    '',
    'An *open* state has a next check, a *resting* one waits for outside evidence, a *final* one is the normal end. A',
    '*correction* leaves a final state because the provider changed it, with an alarm.',
    '',
    `The trigger \`tr_${table}_${column}\` refuses every move that is not drawn here.`,
    '',
  ].join('\n');
}
