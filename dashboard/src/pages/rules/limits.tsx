import type { ReactElement } from 'react';
import { useMutation } from 'urql';
import { actorWords } from '../../text/actor.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { accountChoices, given } from './rule-fields.js';
import { type RuleActing, RuleSection } from './rule-section.js';
import css from './rules.module.css';
import { type Limit, SET_LIMIT } from './rules-documents.js';

const KINDS = [
  'LARGEST_PAYOUT',
  'DAILY_SUM',
  'DAILY_SUM_PER_MAKER',
  'DAILY_COUNT_PER_RECIPIENT',
] as const satisfies readonly Limit['kind'][];

interface LimitsProps extends RuleActing {
  readonly limits: readonly Limit[];
}

export function Limits({ limits, ...acting }: LimitsProps): ReactElement {
  const text = useText();
  const [, set] = useMutation(SET_LIMIT);
  const accountOf = ({ account }: Limit): string => account?.name ?? text('limit.allAccounts');
  return (
    <>
      {limits.length === 0 ? <p className={css.alarming}>{text('limits.noneSet')}</p> : null}
      <RuleSection
        {...acting}
        title={text('limits.title')}
        proposal={text('limit.propose')}
        empty={text('limits.none')}
        columns={[
          text('limit.kind'),
          text('rules.account'),
          text('limit.value'),
          text('rules.confirmedBy'),
          text('rules.since'),
        ]}
        rules={limits}
        nameOf={(limit) =>
          [text(`limit.kind.${limit.kind}`), accountOf(limit), limit.currency]
            .filter((part) => part !== null)
            .join(', ')
        }
        renderCells={(limit) => (
          <>
            <th scope="row">{text(`limit.kind.${limit.kind}`)}</th>
            <td>{accountOf(limit)}</td>
            <td>{formatAmount(limit.value, limit.currency ?? '')}</td>
            <td>{actorWords(limit.confirmedBy)}</td>
            <td>
              <ExactTime at={limit.setAt} />
            </td>
          </>
        )}
        identity={[
          {
            name: 'kind',
            label: text('limit.kind'),
            choices: KINDS.map((kind) => ({ value: kind, word: text(`limit.kind.${kind}`) })),
          },
          {
            name: 'accountId',
            label: text('rules.account'),
            choices: accountChoices(text('limit.allAccounts'), acting.accounts),
          },
          { name: 'currency', label: text('limit.currencyGiven') },
        ]}
        setting={{ name: 'value', label: text('limit.valueGiven'), isNeeded: true }}
        valuesOf={(limit) => ({
          kind: limit?.kind ?? KINDS[0],
          accountId: limit?.account?.id ?? '',
          currency: limit?.currency ?? '',
          value: limit?.value ?? '',
        })}
        propose={async (values, reason) => {
          const { data, error } = await set({
            input: {
              kind: KINDS.find((kind) => kind === values['kind']) ?? KINDS[0],
              accountId: given(values, 'accountId'),
              currency: given(values, 'currency')?.toUpperCase() ?? null,
              value: given(values, 'value'),
              reason,
            },
          });
          return { failure: error, userErrors: data?.setPayoutLimit.userErrors ?? [] };
        }}
      />
    </>
  );
}
