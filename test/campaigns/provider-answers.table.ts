import fc from 'fast-check';
import type { ProviderAnswer } from '../support/answers-proxy.js';

/** How one answer says what the documented object says. */
export interface AnswerForm {
  readonly label: string | null;
  readonly amount: 'text' | 'zeros' | 'number' | 'thousands';
  /** What stands where nothing is decided. */
  readonly aside: unknown;
  readonly time: unknown;
  readonly layout: 'plain' | 'pretty' | 'reversed' | 'escaped' | 'marked';
  readonly isUpperCase: boolean;
  readonly isAmountLost: boolean;
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

const form: fc.Arbitrary<AnswerForm> = fc.record({
  label: fc.constantFrom(...LABELS),
  amount: fc.constantFrom('text', 'zeros', 'number', 'thousands'),
  aside: fc.constantFrom(undefined, null, '', 0.21, 7, true, [], {}, 'n/a', '-1', { nested: [1, { deeper: 'x' }] }),
  time: fc.constantFrom('2026-01-02T03:04:05Z', undefined, null, 1_767_323_045, '02.01.2026 03:04', {}, true),
  layout: fc.constantFrom('plain', 'pretty', 'reversed', 'escaped', 'marked'),
  isUpperCase: fc.boolean(),
  isAmountLost: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
});

/** The forms of a campaign, the same each time. */
export function answerForms(count: number): readonly AnswerForm[] {
  return fc.sample(form, { seed: 20_260_102, numRuns: count });
}

// Of both objects, the fields upon which nothing is decided.
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

/** The answer in another form. `isRead`: its amount may be lost, as a creation's may not. */
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
  const fields = Object.fromEntries(form.layout === 'reversed' ? entries.reverse() : entries);
  const json = JSON.stringify(fields, null, form.layout === 'pretty' ? 2 : 0)
    .replace('"<amount>"', isRead && form.isAmountLost ? '[]' : amountAs(form.amount, amount))
    .replace('"<long>"', '123456789012345678901234');
  return { ...answer, headers: form.label === null ? {} : { 'content-type': form.label }, body: laidOut(form, json) };
}

function othersOf(form: AnswerForm, name: string, value: unknown): unknown {
  if (ASIDES.includes(name)) return form.aside;
  if (TIMES.includes(name)) return form.time;
  // A time that nobody can read is one all the same, and without one the order is not paid.
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
