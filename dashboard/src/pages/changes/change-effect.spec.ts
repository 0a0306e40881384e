/// <reference types="jest" />
import english from '../../text/en.json';
import type { Text } from '../../text/use-text.js';
import { changeEffect } from './change-effect.js';

const text: Text = (id, values = {}) =>
  english[id].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

const policy = (approvers: string): never =>
  ({
    kind: 'PAYOUT_POLICY',
    content: Object.entries({ currency: 'BRL', fromAmount: '1000.00', approvers }).map(([name, value]) => ({
      name,
      value,
    })),
  }) as never;

const limit = (value: string): never =>
  ({
    kind: 'PAYOUT_LIMIT',
    content: Object.entries({ kind: 'DAILY_SUM', currency: 'BRL', value }).map(([name, each]) => ({
      name,
      value: each,
    })),
  }) as never;

const accounts = new Map<string, string>();

describe('the effect of a change', () => {
  it.each([policy('0'), policy(''), limit('5.00'), limit('')])(
    'a change says nothing of the rules in force while they are not loaded',
    (change) => {
      const effect = changeEffect(text, change, { rules: null, accounts });
      expect(effect).not.toMatch(/There is no such|instead of/);
      expect(effect).not.toMatch(/need \.| \.$/);
    },
  );

  it('a new policy says that there is none yet', () => {
    const rules = { payoutPolicies: [], payoutLimits: [] } as never;
    expect(changeEffect(text, policy('1'), { rules, accounts })).toContain('There is no such rule yet');
  });
});
