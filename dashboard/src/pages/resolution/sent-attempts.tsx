import type { ReactElement } from 'react';
import { Facts } from '../../design/facts.js';
import { Panel } from '../../design/panel.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import type { Payout } from '../payout/payout-documents.js';
import css from './resolution.module.css';

/** Lists all attempts under the names the provider uses: an attempt's id is its external id there. */
export function SentAttempts({ payout }: { readonly payout: Payout }): ReactElement {
  const text = useText();
  const { amount, currency, recipient, attempts } = payout;
  return (
    <Panel title={text('resolution.sent')}>
      <Facts
        facts={[
          [text('payout.amount'), formatAmount(amount, currency)],
          [text('recipient.name'), recipient.name],
          [text('recipient.requisites'), recipient.requisites],
          [text('payout.destination'), payout.destination],
        ]}
      />
      {attempts.map(({ id, number, state, httpStatus, claimedAt, providerPayoutId }) => (
        <div key={id} className={css.attempt}>
          <h3>{text('payout.attempt', { number, state: text(`payout.attempt.${state}`) })}</h3>
          <Facts
            facts={[
              [text('resolution.externalId'), id],
              [text('resolution.sentAt'), <ExactTime key="sent" at={claimedAt} />],
              [text('resolution.answer'), httpStatus === null ? text('resolution.noAnswer') : `HTTP ${httpStatus}`],
              [text('payout.providerId'), providerPayoutId],
            ]}
          />
        </div>
      ))}
    </Panel>
  );
}
