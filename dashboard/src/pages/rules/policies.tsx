import type { ReactElement } from 'react';
import { useMutation } from 'urql';
import { actorWords } from '../../text/actor.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { accountChoices, given } from './rule-fields.js';
import { type RuleActing, RuleSection } from './rule-section.js';
import { type Policy, SET_POLICY } from './rules-documents.js';

interface PoliciesProps extends RuleActing {
  readonly policies: readonly Policy[];
}

/** Lists how many approvals payouts require. */
export function Policies({ policies, ...acting }: PoliciesProps): ReactElement {
  const text = useText();
  const [, set] = useMutation(SET_POLICY);
  const accountOf = ({ account }: Policy): string => account?.name ?? text('rules.anyAccount');
  const fromOf = ({ fromAmount, currency }: Policy): string =>
    text('policy.fromValue', { amount: formatAmount(fromAmount, currency ?? '').trim() });
  return (
    <RuleSection
      {...acting}
      title={text('policies.title')}
      proposal={text('policy.propose')}
      empty={text('policies.none')}
      columns={[
        text('rules.account'),
        text('rules.currency'),
        text('policy.from'),
        text('policy.approvers'),
        text('rules.confirmedBy'),
        text('rules.since'),
      ]}
      rules={policies}
      nameOf={(policy) => `${accountOf(policy)}, ${policy.currency ?? text('rules.anyCurrency')}, ${fromOf(policy)}`}
      renderCells={(policy) => (
        <>
          <th scope="row">{accountOf(policy)}</th>
          <td>{policy.currency ?? text('rules.anyCurrency')}</td>
          <td>{fromOf(policy)}</td>
          <td>{text('policy.people', { count: policy.approvers })}</td>
          <td>{actorWords(policy.confirmedBy)}</td>
          <td>
            <ExactTime at={policy.setAt} />
          </td>
        </>
      )}
      identity={[
        {
          name: 'accountId',
          label: text('rules.account'),
          choices: accountChoices(text('rules.anyAccount'), acting.accounts),
        },
        { name: 'currency', label: text('rules.currencyGiven') },
        { name: 'fromAmount', label: text('policy.from') },
      ]}
      setting={{
        name: 'approvers',
        label: text('policy.approvers'),
        choices: [0, 1, 2].map((count) => ({ value: String(count), word: text('policy.people', { count }) })),
      }}
      valuesOf={(policy) => ({
        accountId: policy?.account?.id ?? '',
        currency: policy?.currency ?? '',
        fromAmount: policy?.fromAmount ?? '',
        approvers: String(policy?.approvers ?? 1),
      })}
      propose={async (values, reason) => {
        const approvers = given(values, 'approvers');
        const { data, error } = await set({
          input: {
            accountId: given(values, 'accountId'),
            currency: given(values, 'currency')?.toUpperCase() ?? null,
            fromAmount: given(values, 'fromAmount'),
            approvers: approvers === null ? null : Number(approvers),
            reason,
          },
        });
        return { failure: error, userErrors: data?.setPayoutPolicy.userErrors ?? [] };
      }}
    />
  );
}
