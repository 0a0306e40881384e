import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALARM_CODES } from '../../src/platform/observability/alarms.js';
import { alertRules } from '../support/alert-rules.js';
import { readSource, sectionsOf } from '../support/operations-pages.js';

const RUNBOOK = 'docs/operations/runbook.md';
const monitoring = readFileSync('docs/operations/monitoring.md', 'utf8');
const runbook = readFileSync(RUNBOOK, 'utf8');

/** Returns the codes in the first column of each table. */
const firstColumn = (section: string): string[] =>
  section.split('\n').flatMap((line) => {
    const cell = /^\| (.+?) \|/.exec(line)?.[1] ?? '';
    return [...cell.matchAll(/`([a-z0-9_]+)`/g)].map(([, code]) => code!);
  });

const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');

const source = readSource();
const codes: readonly string[] = ALARM_CODES;
const sections = sectionsOf(monitoring);
const alarmRows = firstColumn(sections.get('Alarms')!);
const logRows = firstColumn(sections.get('Logs')!);
const rules = alertRules();

/** For each section's anchor, the first line of the section, which names the alerts. */
const told = new Map(
  [...sectionsOf(runbook)].map(([heading, text]) => [anchorOf(heading), text.trimStart().split('\n', 1)[0]!]),
);

describe('alarms', () => {
  it('the table in monitoring.md has exactly one row per alarm', () => {
    expect(codes.length).toBeGreaterThan(30);
    expect([...alarmRows].sort()).toEqual([...codes].sort());
  });
});

describe('log events', () => {
  it('the operations pages explain every log event', () => {
    const events = source.flatMap((text) => [...text.matchAll(/\bevent: '([a-z0-9_]+)'/g)].map(([, name]) => name!));
    const pages = readdirSync('docs/operations').map((page) => readFileSync(join('docs/operations', page), 'utf8'));
    const explained = new Set(pages.flatMap((page) => [...page.matchAll(/`([a-z0-9_]+)`/g)].map(([, name]) => name!)));
    expect(new Set(events).size).toBeGreaterThan(50);
    expect([...new Set(events)].filter((name) => !explained.has(name))).toEqual([]);
  });
});

describe('alerts', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    'alert %s has a severity, existing alarms, and a section in the runbook that names it',
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
  it.each([...told])('section #%s names only existing alerts, alarms and log events', (_, line) => {
    expect(line).toMatch(/^(?:Told by `|Begun by people\.)/);
    const names = [...line.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
    const known = [...rules.map(({ alert }) => alert), ...codes, ...logRows];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});
