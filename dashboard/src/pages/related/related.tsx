import { Link } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useState } from 'react';
import { type CombinedError, useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import css from '../../design/detail.module.css';
import { FailureNotice, Loading } from '../../design/notice.js';
import { Panel } from '../../design/panel.js';
import { Steps } from '../../design/steps.js';
import { actorWords } from '../../text/actor.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { RELATED_AUDIT, RELATED_LEDGER, RELATED_WEBHOOKS } from './related-documents.js';

interface Subject {
  readonly type: 'ORDER' | 'PAYOUT';
  readonly id: string;
}

/** Lists entries of other pages about an order or payout, as far as the user may see them. */
export function Related(subject: Subject): ReactElement {
  const seesLedger = useHolds('ledger:read');
  const seesWebhooks = useHolds('webhooks:read');
  const seesAudit = useHolds('audit:read');
  return (
    <>
      {seesLedger ? <LedgerEntries {...subject} /> : null}
      {seesWebhooks ? <Webhooks {...subject} /> : null}
      {seesAudit ? <AuditEntries {...subject} /> : null}
    </>
  );
}

function LedgerEntries(subject: Subject): ReactElement {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [{ data, error }, retry] = useQuery({ query: RELATED_LEDGER, variables: { ...subject }, pause: !isOpen });
  return (
    <Opened
      {...{ isOpen, onOpen: setIsOpen, error, onRetry: retry }}
      title={text('related.ledger')}
      empty={text('related.noLedger')}
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

function Webhooks({ id }: Subject): ReactElement {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [{ data, error }, retry] = useQuery({ query: RELATED_WEBHOOKS, variables: { id }, pause: !isOpen });
  return (
    <Opened
      {...{ isOpen, onOpen: setIsOpen, error, onRetry: retry }}
      title={text('related.webhooks')}
      empty={text('related.noWebhooks')}
      steps={data?.webhookEvents.nodes.map((event) => (
        <li key={event.id} className={css.step}>
          <Link to="/webhooks/$id" params={{ id: event.id }}>
            {text(`webhook.state.${event.state}`)}
          </Link>
          <span>{text('related.deliveries', { count: event.deliveries })}</span>
          <span className={css.faint}>
            <ExactTime at={event.lastReceivedAt} />
          </span>
        </li>
      ))}
    />
  );
}

function AuditEntries(subject: Subject): ReactElement {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const [{ data, error }, retry] = useQuery({ query: RELATED_AUDIT, variables: { ...subject }, pause: !isOpen });
  return (
    <Opened
      {...{ isOpen, onOpen: setIsOpen, error, onRetry: retry }}
      title={text('related.audit')}
      empty={text('related.noAudit')}
      steps={data?.auditEntries.nodes.map((entry) => (
        <li key={entry.id} className={css.step}>
          <Link to="/audit/$id" params={{ id: entry.id }}>
            {entry.action}
          </Link>
          <span>{actorWords(entry.actor)}</span>
          <span className={css.faint}>
            <ExactTime at={entry.occurredAt} />
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
  readonly error: CombinedError | undefined;
  readonly onRetry: () => void;
  readonly empty: string;
  readonly steps: readonly ReactNode[] | undefined;
}

/** A list that loads when it is opened, because most visitors do not need it. */
function Opened({ title, isOpen, onOpen, error, onRetry, empty, steps }: OpenedProps): ReactElement {
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
      {isOpen && error ? <FailureNotice failure={failureOf(error)} onRetry={onRetry} /> : null}
      {isOpen && !error && !steps ? <Loading /> : null}
      {isOpen && !error && steps ? <Steps empty={empty}>{steps}</Steps> : null}
    </Panel>
  );
}
