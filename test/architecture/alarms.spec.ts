import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALARM_CODES } from '../../src/platform/observability/alarms.js';
import { alertRules } from '../support/alert-rules.js';

const RUNBOOK = 'docs/operations/runbook.md';
const monitoring = readFileSync('docs/operations/monitoring.md', 'utf8');
const runbook = readFileSync(RUNBOOK, 'utf8');

/** The text below each heading of a page. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const parts = page.split(/^## /m).slice(1);
  return new Map(parts.map((part) => [part.split('\n', 1)[0]!, part.slice(part.indexOf('\n'))]));
}

/** The codes in the first column of each table. */
const firstColumn = (section: string): string[] =>
  section.split('\n').flatMap((line) => {
    const cell = /^\| (.+?) \|/.exec(line)?.[1] ?? '';
    return [...cell.matchAll(/`([a-z0-9_]+)`/g)].map(([, code]) => code!);
  });

const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');

const source = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.spec|\.fixture)\.ts$/.test(path))
  .map((path) => readFileSync(join('src', path), 'utf8'));
const alarmsFile = readFileSync(join('src', 'platform', 'observability', 'alarms.ts'), 'utf8');
const codes: readonly string[] = ALARM_CODES;
const sections = sectionsOf(monitoring);
const alarmRows = firstColumn(sections.get('Alarms')!);
const logRows = firstColumn(sections.get('Logs')!);
const rules = alertRules();

// Without the extras, the pages and the list of alarms have more than the code.
const itWithExtras = existsSync('src/extras') ? it : it.skip;

/** By the anchor of its section, the names that the runbook says it is told by. */
const told = new Map(
  [...sectionsOf(runbook)].map(([heading, text]) => [anchorOf(heading), text.trimStart().split('\n', 1)[0]!]),
);

describe('alarms', () => {
  it('the table of what to do has one row per alarm, in any order', () => {
    expect(codes.length).toBeGreaterThan(30);
    expect([...alarmRows].sort()).toEqual([...codes].sort());
  });

  itWithExtras('code raises every alarm', () => {
    const raising = source.filter((text) => text !== alarmsFile);
    expect(codes.filter((code) => !raising.some((text) => text.includes(`'${code}'`)))).toEqual([]);
  });
});

describe('metrics', () => {
  itWithExtras('the page on monitoring lists exactly the registered metrics', () => {
    const exported = source.flatMap((text) =>
      [...text.matchAll(/^\s+name: '(purser_[a-z_]+)',$/gm)].map(([, name]) => name!),
    );
    const listed = [...sections.get('Health and metrics')!.matchAll(/`(purser_[a-z_]+)/g)].map(([, name]) => name!);
    expect(exported.length).toBeGreaterThan(10);
    expect([...new Set(listed)].sort()).toEqual([...exported].sort());
  });
});

describe('log events', () => {
  it('a page of the operations explains every log event', () => {
    const events = source.flatMap((text) => [...text.matchAll(/\bevent: '([a-z0-9_]+)'/g)].map(([, name]) => name!));
    const pages = readdirSync('docs/operations').map((page) => readFileSync(join('docs/operations', page), 'utf8'));
    const explained = new Set(pages.flatMap((page) => [...page.matchAll(/`([a-z0-9_]+)`/g)].map(([, name]) => name!)));
    expect(new Set(events).size).toBeGreaterThan(50);
    expect([...new Set(events)].filter((name) => !explained.has(name))).toEqual([]);
  });
});

describe('alerts', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s: the alert has a severity, existing alarms, and a section of the runbook that names it',
    (alert, { expr, labels, annotations }) => {
      expect(['page', 'ticket']).toContain(labels.severity);
      const [page, anchor = ''] = annotations.runbook.split('#');
      expect(page).toBe(RUNBOOK);
      expect(told.get(anchor)).toContain(`\`${alert}\``);
      const named = /code=~"([^"]+)"/.exec(expr)?.[1]?.split('|') ?? [];
      expect(named.filter((code) => !codes.includes(code))).toEqual([]);
    },
  );

  it('alert names are unique', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });
});

describe('runbook', () => {
  it.each([...told])('section #%s names its alert, and only existing alarms and metrics', (_, line) => {
    expect(line).toMatch(/^(?:Told by `|Begun by people\.)/);
    const names = [...line.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
    const known = [...rules.map(({ alert }) => alert), ...codes, ...logRows];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});
