import fc from 'fast-check';
import type { ProviderAnswer } from '../support/answers-proxy.js';

/** One way to write an answer that has the same meaning as the documented one. */
export interface AnswerForm {
  readonly label: string | null;
  readonly amount: 'text' | 'zeros' | 'number' | 'thousands';
  /** The value of fields that Purser does not depend on. */
  readonly aside: unknown;
  readonly time: unknown;
  readonly layout: 'plain' | 'pretty' | 'reversed' | 'escaped' | 'marked';
  readonly isUpperCase: boolean;
  readonly isAmountLost: boolean;
  /** How a verification's status says whether a code is needed. */
  readonly flag: 'flag' | 'number' | 'text' | 'capitals';
  readonly isFlagLost: boolean;
  /** The body of the answer to a code, which the provider's document does not show. */
  readonly codeBody: string;
}

const LABELS = [
  'application/json',
  'application/json; charset=utf8',
  'application/json;charset="UTF-8"; profile=v1',
  'application/json;',
  'application/json; charset=iso-8859-1',
  'application/hal+json',
  'text/json',
  'text/plain',
  'text/html; charset=utf-8',
  '',
  null,
];

const oneInTen = fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0);

const form: fc.Arbitrary<AnswerForm> = fc.record({
  label: fc.constantFrom(...LABELS),
  amount: fc.constantFrom('text', 'zeros', 'number', 'thousands'),
  aside: fc.constantFrom(undefined, null, '', 0.21, 7, true, [], {}, 'n/a', '-1', { nested: [1, { deeper: 'x' }] }),
  time: fc.constantFrom('2026-01-02T03:04:05Z', undefined, null, 1_767_323_045, '02.01.2026 03:04', {}, true),
  layout: fc.constantFrom('plain', 'pretty', 'reversed', 'escaped', 'marked'),
  isUpperCase: fc.boolean(),
  isAmountLost: oneInTen,
  flag: fc.constantFrom('flag', 'number', 'text', 'capitals'),
  isFlagLost: oneInTen,
  codeBody: fc.constantFrom(
    '',
    'ok',
    '{}',
    'null',
    '[]',
    '{"success":true}',
    '{"status":"FAILED"}',
    '<p>Thank you</p>',
  ),
});

/** Returns the same forms on every run. */
export function answerForms(count: number): readonly AnswerForm[] {
  return fc.sample(form, { seed: 20_260_102, numRuns: count });
}

// Fields of orders and payouts that Purser does not depend on.
const ASIDES = [
  'commission',
  'received',
  'purpose',
  'shopId',
  'terminalId',
  'merchantId',
  'type',
  'requisites',
  'metadata',
];
const TIMES = ['createdAt', 'updatedAt', 'completedAt'];

/** Rewrites an order or payout. Only in a read may the amount be unreadable, not in the answer to a creation. */
export function rewritten(
  answer: ProviderAnswer,
  form: AnswerForm,
  { isRead }: { readonly isRead: boolean },
): ProviderAnswer {
  const object = JSON.parse(answer.body) as Record<string, unknown>;
  const id = String(object['id']);
  const amount = String(object['amount']);
  const others = Object.entries(object).map(([name, value]) => [name, othersOf(form, name, value)] as const);
  const entries = Object.entries({
    ...Object.fromEntries(others),
    id: form.isUpperCase ? id.toUpperCase() : id,
    amount: '<amount>',
    surprise: form.aside,
    reference: '<long>',
  });
  const json = jsonOf(form, entries)
    .replace('"<amount>"', isRead && form.isAmountLost ? '[]' : amountAs(form.amount, amount))
    .replace('"<long>"', '123456789012345678901234');
  return labelled(answer, form, laidOut(form, json));
}

/** Rewrites the status of a verification. */
export function rewrittenStatus(answer: ProviderAnswer, form: AnswerForm): ProviderAnswer {
  const { isSmsRequired, status } = JSON.parse(answer.body) as { isSmsRequired: boolean; status: string };
  // `true` is readable, and would claim something that the bank did not say.
  const lost = form.aside === true ? null : form.aside;
  const flag = form.isFlagLost ? lost : flagAs(form.flag, isSmsRequired);
  const entries = Object.entries({ status, isSmsRequired: flag, updatedAt: form.time, surprise: form.aside });
  return labelled(answer, form, laidOut(form, jsonOf(form, entries)));
}

/** Rewrites the answer to a code. */
export function rewrittenCode(answer: ProviderAnswer, form: AnswerForm): ProviderAnswer {
  return labelled(answer, form, form.codeBody);
}

function labelled(answer: ProviderAnswer, { label }: AnswerForm, body: string): ProviderAnswer {
  return { ...answer, headers: label === null ? {} : { 'content-type': label }, body };
}

function jsonOf({ layout }: AnswerForm, entries: (readonly [string, unknown])[]): string {
  const fields = Object.fromEntries(layout === 'reversed' ? entries.toReversed() : entries);
  return JSON.stringify(fields, null, layout === 'pretty' ? 2 : 0);
}

function flagAs(form: AnswerForm['flag'], flag: boolean): unknown {
  switch (form) {
    case 'flag':
      return flag;
    case 'number':
      return Number(flag);
    case 'text':
      return String(flag);
    case 'capitals':
      return String(flag).toUpperCase();
  }
}

function othersOf(form: AnswerForm, name: string, value: unknown): unknown {
  if (ASIDES.includes(name)) return form.aside;
  if (TIMES.includes(name)) return form.time;
  // An unreadable time still means that the order was paid; without a time it would not be.
  if (name === 'payedAt' && value !== null) return form.time ?? 'some day';
  return value;
}

function amountAs(form: AnswerForm['amount'], amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  switch (form) {
    case 'text':
      return `"${amount}"`;
    case 'zeros':
      return `"${whole}.${fraction.padEnd(8, '0')}"`;
    case 'number':
      return amount;
    case 'thousands':
      return `"${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.padEnd(2, '0')}"`;
  }
}

function laidOut({ layout }: AnswerForm, json: string): string {
  if (layout === 'marked') return `\uFEFF${json}`;
  if (layout === 'escaped') return json.replaceAll('@', String.raw`\u0040`).replaceAll('/', String.raw`\/`);
  return json;
}
