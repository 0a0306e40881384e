import { type ReactElement, type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { Button } from '../../design/button.js';
import css from '../../design/detail.module.css';
import { FailureNotice, Loading } from '../../design/notice.js';
import { Panel } from '../../design/panel.js';
import { Steps } from '../../design/steps.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { ORDER_LEDGER, ORDER_WEBHOOKS } from './order-documents.js';

/** The ledger entries of the order. */
export function LedgerEntries({ id }: { readonly id: string }): ReactElement {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [{ data, error }, retry] = useQuery({ query: ORDER_LEDGER, variables: { id }, pause: !isOpen });
  return (
    <Opened
      title={text('order.ledger')}
      isOpen={isOpen}
      onOpen={setIsOpen}
      failure={error ? failureOf(error) : null}
      onRetry={retry}
      empty={text('order.noLedger')}
      steps={data?.ledgerEntries.nodes.map((entry) => (
        <li key={entry.id} className={css.step}>
          <span>{text(`ledger.kind.${entry.kind}`)}</span>
          <span>{formatAmount(entry.amount, entry.currency)}</span>
          <span className={css.faint}>
            <ExactTime at={entry.occurredAt} />
          </span>
        </li>
      ))}
    />
  );
}

/** The webhooks that were about the order. */
export function Webhooks({ id }: { readonly id: string }): ReactElement {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [{ data, error }, retry] = useQuery({ query: ORDER_WEBHOOKS, variables: { id }, pause: !isOpen });
  return (
    <Opened
      title={text('order.webhooks')}
      isOpen={isOpen}
      onOpen={setIsOpen}
      failure={error ? failureOf(error) : null}
      onRetry={retry}
      empty={text('order.noWebhooks')}
      steps={data?.webhookEvents.nodes.map((event) => (
        <li key={event.id} className={css.step}>
          <span>{text(`webhook.state.${event.state}`)}</span>
          <span>{text('order.deliveries', { count: event.deliveries })}</span>
          <span className={css.faint}>
            <ExactTime at={event.lastReceivedAt} />
          </span>
        </li>
      ))}
    />
  );
}

interface OpenedProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly failure: Failure | null;
  readonly onRetry: () => void;
  readonly empty: string;
  readonly steps: readonly ReactNode[] | undefined;
}

/** A list that is read when it is opened, as most people who look at an order need none of it. */
function Opened({ title, isOpen, onOpen, failure, onRetry, empty, steps }: OpenedProps): ReactElement {
  const text = useText();
  return (
    <Panel title={title}>
      <Button
        aria-expanded={isOpen}
        aria-label={text(isOpen ? 'related.hide' : 'related.show', { title })}
        onClick={() => {
          onOpen(!isOpen);
        }}
      >
        {text(isOpen ? 'related.hideShort' : 'related.showShort')}
      </Button>
      {isOpen && failure ? <FailureNotice failure={failure} onRetry={onRetry} /> : null}
      {isOpen && !failure && !steps ? <Loading /> : null}
      {isOpen && steps ? <Steps empty={empty}>{steps}</Steps> : null}
    </Panel>
  );
}
