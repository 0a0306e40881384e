import { createHash } from 'node:crypto';
import type { Encoded, RecordedRequest, RecordedStep } from './recorded-request.js';
import { type Source, SourceFinder } from './source-finder.js';

export interface ScriptedStatement {
  readonly kind: 'statement';
  readonly connection: number;
  readonly text: string;
  /** Name of the prepared statement; null for statements that PostgreSQL does not plan. */
  readonly name: string | null;
  readonly values: readonly Source[];
}

export interface ScriptedCall {
  readonly kind: 'call';
  readonly method: string;
  readonly path: string;
  readonly body: Source;
}

/** The steps with which the bare server repeats Purser's work for one kind of request, with fresh values. */
export interface RequestScript {
  readonly steps: readonly (ScriptedStatement | ScriptedCall)[];
  /** Whether each commit must be announced to readers of the log. */
  readonly announces: boolean;
}

/** One request and Purser's steps for it. */
export interface Sample {
  readonly body: string;
  readonly request: RecordedRequest;
}

const ANNOUNCEMENT = /^NOTIFY /;

const PLANNED = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

const LOGGED = /\bINSERT INTO status_changes\b/;

/**
 * Builds a script from several samples of one kind of request. Values that are equal in all samples become constants,
 * and the others are traced to their source.
 * @throws Error if the samples differ in shape, or a value has no source
 */
export function toScript(kind: string, samples: readonly Sample[]): RequestScript {
  const [first, ...others] = samples.map(({ request }) => request.steps.filter((step) => !isAnnouncement(step)));
  if (!first) throw new Error(`Nothing was recorded of ${kind}`);
  for (const other of others) expectAlike(kind, first, other);
  const find = new SourceFinder(samples.map(({ body }) => body));
  const steps = first.map((step, index) => {
    const alike = [first, ...others].map((steps) => steps[index]).filter((other) => other !== undefined);
    return step.kind === 'call' ? scriptCall(find, step, alike) : scriptStatement(find, index, step, alike);
  });
  return { steps, announces: first.some(isLogged) };
}

function isAnnouncement(step: RecordedStep): boolean {
  return step.kind === 'statement' && ANNOUNCEMENT.test(step.text);
}

/** Whether the step writes to the log, whose commit is announced, possibly after the request has ended. */
function isLogged(step: RecordedStep): boolean {
  return step.kind === 'statement' && LOGGED.test(step.text);
}

function scriptCall(
  find: SourceFinder,
  { kind, method, path }: RecordedStep & { kind: 'call' },
  alike: readonly RecordedStep[],
): ScriptedCall {
  const calls = alike.filter((step) => step.kind === 'call');
  const body = find.source(calls.map((call) => call.body));
  find.learnAnswer(calls.map((call) => call.answer));
  return { kind, method, path, body };
}

function scriptStatement(
  find: SourceFinder,
  index: number,
  { kind, connection, text, values }: RecordedStep & { kind: 'statement' },
  alike: readonly RecordedStep[],
): ScriptedStatement {
  const statements = alike.filter((step) => step.kind === 'statement');
  const sources = values.map((_, position) => find.source(statements.map((other) => other.values[position] ?? null)));
  find.learnRow(
    index,
    statements.map(({ row }): Encoded => row),
  );
  return { kind, connection, text, name: PLANNED.test(text) ? nameOf(text) : null, values: sources };
}

/** Names a statement by its text, so that all kinds of requests share a connection's prepared statements. */
function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function expectAlike(kind: string, left: readonly RecordedStep[], right: readonly RecordedStep[]): void {
  const [expected, actual] = [left, right].map((steps) => steps.map(outline));
  const at = expected?.findIndex((line, index) => line !== actual?.[index]) ?? -1;
  if (at < 0 && left.length === right.length) return;
  throw new Error(`Two samples of ${kind} differ at step ${at}: ${expected?.[at]} and ${actual?.[at]}`);
}

function outline(step: RecordedStep): string {
  return step.kind === 'call' ? `${step.method} ${step.path}` : step.text;
}
