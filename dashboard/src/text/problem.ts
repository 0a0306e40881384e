import type { Failure, Problem } from '../api/failure.js';
import { isTextId, type Text, type TextId } from './use-text.js';

/** Rules of the API that its scalars state in words of programs. */
const RULES: readonly (readonly [pattern: RegExp, text: TextId])[] = [
  [/^must be a UUID/, 'rule.id'],
  [/^must be an active ISO 4217/, 'rule.currency'],
  [/^must be an exact decimal/, 'rule.amount'],
  [/^must have three letters or digits/, 'rule.search'],
  [/^must have 1 to \d+ printable characters/, 'rule.text'],
];

const MOST = /^must have 1 to (\d+) /;

/**
 * Puts a problem that the API reports into words for people: by its code, else by its rule, else as the API says it.
 * @param isPlaced whether the field at fault shows the words, so that they need not name it
 */
export function problemText(text: Text, { code, field, message }: Problem, isPlaced = false): string {
  if (code === undefined) return message;
  const known = `problem.${code}`;
  if (isTextId(known)) return text(known);
  const rule = ruleOf(field, message);
  if (rule === null) return message;
  const words = ruleText(text, rule);
  return isPlaced ? `${words.charAt(0).toUpperCase()}${words.slice(1)}` : `${fieldText(text, field)}: ${words}`;
}

// The reason that the logs name: `(connection_lost: …)`.
const REASON = / \([a-z]+(_[a-z]+)+[^)]*\)/;

/** Returns the stored problem of an order or payout without the words of its log. */
export function storedProblem(problem: string): string {
  return problem.replace(REASON, '');
}

/** Says why an action is refused now. */
export function refusalText(text: Text, refusal: Omit<Problem, 'field'>): string {
  return problemText(text, { ...refusal, field: null });
}

/** Says why a page could not be read. */
export function failureText(text: Text, failure: Failure): string {
  switch (failure.kind) {
    case 'forbidden':
      return permissionText(text, failure.scope);
    case 'failed':
      return failure.problem.code === 'BAD_USER_INPUT'
        ? problemText(text, failure.problem)
        : wordsOf(text, failure.problem);
    case 'limited':
    case 'unreachable':
      return text(`failure.${failure.kind}`);
  }
}

/** Names the permission that a user lacks. */
function permissionText(text: Text, scope: string | null): string {
  const id = `scope.${scope ?? ''}`;
  return isTextId(id) ? text('failure.scope', { permission: text(id) }) : text('failure.forbidden');
}

/** Says what failed on the server. Its own words are about requests, so an unknown code says only that it failed. */
function wordsOf(text: Text, { code }: Problem): string {
  const id = `problem.${code ?? ''}`;
  return text(isTextId(id) ? id : 'failure.failed');
}

/** Returns the rule of a message such as `input.amount must be …`; null if it is a sentence of its own. */
function ruleOf(field: readonly string[] | null, message: string): string | null {
  if (!field) return null;
  const named = [field.join('.'), field.at(-1) ?? ''].find((name) => name !== '' && message.startsWith(`${name} `));
  return named === undefined ? null : message.slice(named.length + 1);
}

function ruleText(text: Text, rule: string): string {
  const known = RULES.find(([pattern]) => pattern.test(rule));
  if (known) return text(known[1], { most: MOST.exec(rule)?.[1] ?? '' });
  return rule.endsWith('.') ? rule : `${rule}.`;
}

function fieldText(text: Text, field: readonly string[] | null): string {
  const id = `fact.${field?.at(-1) ?? ''}`;
  return text(isTextId(id) ? id : 'rule.value');
}
