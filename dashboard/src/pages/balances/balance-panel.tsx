import type { ReactElement } from 'react';
import { Button } from '../../design/button.js';
import css from '../../design/detail.module.css';
import { Facts } from '../../design/facts.js';
import { Panel } from '../../design/panel.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import type { Balance } from './balances-documents.js';

interface BalancePanelProps {
  readonly balance: Balance;
  /** Whether to name the account, because balances of other accounts are shown as well. */
  readonly isNamed: boolean;
  /** Opens the comparison; null if the user lacks the scope for it. */
  readonly onCompare: ((balance: Balance) => void) | null;
}

/** Shows how a balance adds up. */
export function BalancePanel({ balance, isNamed, onCompare }: BalancePanelProps): ReactElement {
  const text = useText();
  const { account, currency, available, openedAt, asOf } = balance;
  const name = isNamed ? `${currency}, ${account.name}` : currency;
  return (
    <Panel title={name}>
      <p>
        <span className={css.amount}>{formatAmount(available, currency)}</span> {text('balances.available')}
      </p>
      <Facts
        facts={[
          ...(['funded', 'received', 'reserved', 'paidOut'] as const).map(
            (part) => [text(`balances.${part}`), formatAmount(balance[part], currency)] as const,
          ),
          [text('balances.openedAt'), <ExactTime key="opened" at={openedAt} />],
          [text('balances.asOf'), <ExactTime key="read" at={asOf} />],
        ]}
      />
      {onCompare ? (
        <Button
          aria-label={text('balances.compareOne', { name })}
          onClick={() => {
            onCompare(balance);
          }}
        >
          {text('balances.compare')}
        </Button>
      ) : null}
    </Panel>
  );
}
