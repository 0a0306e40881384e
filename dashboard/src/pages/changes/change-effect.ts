import { formatAmount } from '../../text/amount.js';
import type { Text } from '../../text/use-text.js';
import type { CurrentRules, ShownChangeRequest } from './changes-documents.js';

type Change = Pick<ShownChangeRequest, 'kind' | 'content'>;

/** The rules that a change is compared with; null if they are not loaded, and for kinds that need no comparison. */
export interface BeforeChange {
  readonly rules: CurrentRules | null;
  /** Names of the merchant accounts by id. */
  readonly accounts: ReadonlyMap<string, string>;
}

/** Says in a sentence what a change does once it is confirmed, and what it replaces. */
export function changeEffect(text: Text, change: Change, before: BeforeChange): string {
  const { kind, content } = change;
  const valueOf = (name: string): string => content.find((fact) => fact.name === name)?.value ?? '';
  switch (kind) {
    case 'UNCONFIRMED_PAYOUT':
      switch (valueOf('action')) {
        case 'BIND':
          return text('change.effect.bind', { id: valueOf('providerPayoutId') });
        case 'CLOSE':
          return text(valueOf('resend') === 'true' ? 'change.effect.resend' : 'change.effect.neverMade');
        default:
          return text(valueOf('end') === 'PAID' ? 'change.effect.paid' : 'change.effect.notPaid');
      }
    case 'PAYOUT_GATE':
      return text(valueOf('endsRestore') === 'true' ? 'change.effect.endRestore' : 'change.effect.openGate');
    case 'LOST_PAYMENT':
    case 'PERSON':
    case 'UNCONFIRMED_ORDER':
      return text(`change.effect.${kind}`);
    case 'RECIPIENT_READINGS':
      return text('change.effect.RECIPIENT_READINGS', { count: valueOf('perDay') });
    case 'API_KEY':
      return text('change.effect.key', { name: valueOf('name'), may: keyMay(text, valueOf) });
    case 'PAYOUT_LIMIT':
      return limitEffect(text, valueOf, before);
    case 'PAYOUT_POLICY':
      return policyEffect(text, valueOf, before);
  }
}

type ValueOf = (name: string) => string;

const countOf = (list: string): number => (list === '' ? 0 : list.split(', ').length);

function keyMay(text: Text, valueOf: ValueOf): string {
  const count = countOf(valueOf('scopes'));
  const roles = valueOf('roles');
  if (roles === '') return text('change.keyOnly', { count });
  const named = roles.split(', ').map((role) => text(`key.role.${role.toUpperCase() as 'VIEWER'}`));
  return text('change.keyMay', { roles: named.join(', '), count });
}

function policyEffect(text: Text, valueOf: ValueOf, { rules, accounts }: BeforeChange): string {
  const [accountId, currency, fromAmount] = [valueOf('accountId'), valueOf('currency'), valueOf('fromAmount')];
  const isFromZero = !/[1-9]/.test(fromAmount);
  const all = isFromZero
    ? text('change.payouts')
    : text('change.payoutsFrom', { amount: formatAmount(fromAmount, currency).trim() });
  const ofCurrency = isFromZero && currency !== '' ? text('change.inCurrency', { payouts: all, currency }) : all;
  const payouts =
    accountId === ''
      ? ofCurrency
      : text('change.ofAccount', { payouts: ofCurrency, account: accounts.get(accountId) ?? accountId });
  const known = rules?.payoutPolicies.find(
    (policy) =>
      (policy.account?.id ?? '') === accountId &&
      (policy.currency ?? '') === currency &&
      Number(policy.fromAmount) === Number(fromAmount),
  );
  const needs = (count: number): string => text('change.approvers', { count });
  const before = known ? needs(known.approvers) : '';
  const wanted = valueOf('approvers');
  if (wanted === '') {
    return known
      ? text('change.effect.policyRemoved', { payouts, before })
      : text('change.effect.policyRemovedUnread', { payouts });
  }
  const approvers = needs(Number(wanted));
  return known
    ? text('change.effect.policyChanged', { payouts, approvers, before })
    : text(rules ? 'change.effect.policyNew' : 'change.effect.policy', { payouts, approvers });
}

function limitEffect(text: Text, valueOf: ValueOf, { rules, accounts }: BeforeChange): string {
  const [kind, accountId, currency] = [valueOf('kind'), valueOf('accountId'), valueOf('currency')];
  const account = accountId === '' ? text('limit.allAccounts') : (accounts.get(accountId) ?? accountId);
  const limit = text('change.limitOf', { limit: text(`limit.kind.${kind as 'DAILY_SUM'}`), account });
  const known = rules?.payoutLimits.find(
    (one) => one.kind === kind && (one.account?.id ?? '') === accountId && (one.currency ?? '') === currency,
  );
  const amountOf = (value: string): string => formatAmount(value, currency).trim();
  const before = known ? amountOf(known.value) : '';
  const wanted = valueOf('value');
  if (wanted === '') {
    return known
      ? text('change.effect.limitRemoved', { limit, before })
      : text('change.effect.limitRemovedUnread', { limit });
  }
  return known
    ? text('change.effect.limitChanged', { limit, value: amountOf(wanted), before })
    : text(rules ? 'change.effect.limitNew' : 'change.effect.limit', { limit, value: amountOf(wanted) });
}

const RULE_FACTS = ['accountId', 'approvers', 'currency', 'fromAmount', 'kind', 'value'];

// Names of facts that the description of the effect already contains.
const IN_EFFECT: Readonly<Partial<Record<Change['kind'], ReadonlySet<string>>>> = {
  API_KEY: new Set(['name', 'roles']),
  PAYOUT_LIMIT: new Set(RULE_FACTS),
  PAYOUT_POLICY: new Set(RULE_FACTS),
};

const IN_EVERY_EFFECT: ReadonlySet<string> = new Set(['action', 'end', 'endsRestore', 'isOpen', 'resend']);

/** Returns the facts that the description of the effect leaves out, without those that have no value. */
export function otherContent({ kind, content }: Change): ShownChangeRequest['content'] {
  return content.filter(
    ({ name, value }) => !IN_EVERY_EFFECT.has(name) && !IN_EFFECT[kind]?.has(name) && value !== null && value !== '',
  );
}
