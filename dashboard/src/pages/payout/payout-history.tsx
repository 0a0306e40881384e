import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import css from '../../design/detail.module.css';
import { Panel } from '../../design/panel.js';
import { Status } from '../../design/status.js';
import { Steps } from '../../design/steps.js';
import { actorWords } from '../../text/actor.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { PAYOUT_TONES, type PayoutStatus } from '../payouts/payout-status.js';
import type { Payout } from './payout-documents.js';

interface Part {
  readonly payout: Payout;
}

/** Lists every status change with its cause. */
export function Timeline({ payout }: Part): ReactElement {
  const text = useText();
  const { createdBy, approvals } = payout;
  const wordOf = (to: PayoutStatus, at: number): string =>
    text(at === 0 && to === 'APPROVED' ? 'payout.createdApproved' : `payout.status.${to}`);
  // The log does not name people, so their names come from the payout's creation and approvals.
  const causeOf = ({ to, cause }: Payout['timeline'][number], at: number): string => {
    const approvers = approvals.filter(({ voidedAt }) => voidedAt === null).map(({ approvedBy }) => approvedBy);
    const people = at === 0 ? [createdBy] : to === 'APPROVED' ? approvers : [];
    if (cause !== 'API' || people.length === 0) return text(`cause.${cause}`);
    return text('cause.API.by', { name: people.map(actorWords).join(', ') });
  };
  return (
    <Panel title={text('payout.timeline')}>
      <Steps>
        {payout.timeline.map((entry, at) => (
          <li key={entry.cursor} className={css.step}>
            <Status tone={PAYOUT_TONES[entry.to as PayoutStatus]} word={wordOf(entry.to as PayoutStatus, at)} />
            <span>{causeOf(entry, at)}</span>
            <span className={css.faint}>
              <ExactTime at={entry.occurredAt} />
            </span>
          </li>
        ))}
      </Steps>
    </Panel>
  );
}

/** Lists each attempt to send the payout, with its outcome. */
export function Attempts({ payout }: Part): ReactElement {
  const text = useText();
  return (
    <Panel title={text('payout.attempts')}>
      <Steps empty={text('payout.noAttempts')}>
        {payout.attempts.map(({ id, number, state, httpStatus, claimedAt }) => (
          <li key={id} className={css.step}>
            <span>{text('payout.attempt', { number, state: text(`payout.attempt.${state}`) })}</span>
            {httpStatus === null ? null : <span className={css.faint}>HTTP {httpStatus}</span>}
            <span className={css.faint}>
              <ExactTime at={claimedAt} />
            </span>
          </li>
        ))}
      </Steps>
    </Panel>
  );
}

/** Lists the evidence for the payout's status. */
export function Evidence({ payout }: Part): ReactElement {
  const text = useText();
  return (
    <Panel title={text('payout.evidence')}>
      <Steps empty={text('payout.noEvidence')}>
        {payout.evidence.map(({ kind, occurredAt, reference, actor }) => (
          <li key={`${kind} ${occurredAt}`} className={css.step}>
            <span>{text(`payout.evidence.${kind}`)}</span>
            {reference === null ? null : <span>{reference}</span>}
            {actor === null ? null : <span className={css.faint}>{actorWords(actor)}</span>}
            <span className={css.faint}>
              <ExactTime at={occurredAt} />
            </span>
          </li>
        ))}
      </Steps>
    </Panel>
  );
}

/** Shows the approvals and the number required. */
export function Approvals({ payout }: Part): ReactElement {
  const text = useText();
  const given = payout.approvals.filter(({ voidedAt }) => voidedAt === null).length;
  const { approvalReason, approvalsNeeded } = payout;
  return (
    <Panel title={text('payout.approvals')}>
      <p>
        {approvalsNeeded === 0
          ? text('payout.noApproval')
          : text('payout.approvalsGiven', { given, needed: approvalsNeeded })}
      </p>
      {approvalReason === null ? null : <p>{text(`payout.reason.${approvalReason}`)}</p>}
      <Steps>
        {payout.approvals.map(({ approvedAt, approvedBy, voidedAs }) => (
          <li key={approvedAt} className={css.step}>
            <span>{actorWords(approvedBy)}</span>
            {voidedAs === null ? null : <span>{text(`payout.void.${voidedAs}`)}</span>}
            <span className={css.faint}>
              <ExactTime at={approvedAt} />
            </span>
          </li>
        ))}
      </Steps>
    </Panel>
  );
}

/** Lists recent payouts to the same recipient, starting with those of the same amount. */
export function PossibleDuplicates({ payout }: Part): ReactElement {
  const text = useText();
  const others = [...payout.possibleDuplicates].sort(
    (one, other) => Number(other.isSameAmount) - Number(one.isSameAmount),
  );
  return (
    <Panel title={text('payout.possibleDuplicates')}>
      <Steps empty={text('payout.noDuplicates')}>
        {others.map(({ id, amount, currency, status, createdAt, isSameAmount, isSameRecipient }) => (
          <li key={id} className={css.step}>
            <Link to="/payouts/$id" params={{ id }}>
              {formatAmount(amount, currency)}
            </Link>
            {isSameAmount ? <span className={css.look}>{text('payout.sameAmount')}</span> : null}
            {isSameRecipient ? null : <span>{text('payout.otherBank')}</span>}
            <Status tone={PAYOUT_TONES[status]} word={text(`payout.status.${status}`)} />
            <span className={css.faint}>
              <ExactTime at={createdAt} />
            </span>
          </li>
        ))}
      </Steps>
    </Panel>
  );
}
