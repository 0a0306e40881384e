import type { FilterField } from '../design/filter-form.js';
import { PERIODS } from '../text/day.js';
import type { Text } from '../text/use-text.js';

/** Returns the filter fields that all lists of orders and payouts share. */
export function moneyFields(text: Text): readonly FilterField[] {
  return [
    { name: 'currency', label: text('filter.currency'), kind: 'text', placeholder: 'EUR' },
    {
      name: 'period',
      label: text('filter.period'),
      kind: 'choice',
      choices: PERIODS.map((value) => ({ value, word: text(`filter.period.${value}`) })),
    },
    { name: 'from', label: text('filter.from'), kind: 'firstDay' },
    { name: 'to', label: text('filter.to'), kind: 'lastDay' },
    { name: 'amountFrom', label: text('filter.amountFrom'), kind: 'amount' },
    { name: 'amountTo', label: text('filter.amountTo'), kind: 'amount' },
  ];
}
