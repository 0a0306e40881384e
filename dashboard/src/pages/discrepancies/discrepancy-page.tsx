import { Link, useParams } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import css from '../../design/detail.module.css';
import { SelectField } from '../../design/choices.js';
import { Facts } from '../../design/facts.js';
import { FailureNotice, Loading, Notice } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { Panel } from '../../design/panel.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { Status } from '../../design/status.js';
import { actorWords } from '../../text/actor.js';
import { useFacts } from '../../text/fact.js';
import { ExactTime } from '../../text/time.js';
import { useDeskChanges } from '../../live/desk-feed.js';
import { useText } from '../../text/use-text.js';
import { CLOSE_DISCREPANCY, CLOSE_LOST_PAYMENT, type Discrepancy, DISCREPANCY } from './discrepancies-documents.js';
import { DISCREPANCY_TONES, stateOf } from './discrepancy-state.js';

/** One difference: what Purser holds beside what the provider shows. */
export function DiscrepancyPage(): ReactElement {
  const { id } = useParams({ from: '/signed-in/discrepancies/$id' });
  const text = useText();
  const [{ data, error, fetching }, execute] = useQuery({ query: DISCREPANCY, variables: { id } });
  const readAgain = (): void => {
    execute();
  };
  useDeskChanges(['DISCREPANCY'], readAgain);
  if (data?.discrepancy) return <DiscrepancyView discrepancy={data.discrepancy} onDone={readAgain} />;
  if (fetching) return <Loading />;
  return (
    <>
      <PageTitle>{text('discrepancy.discrepancy')}</PageTitle>
      {error ? (
        <FailureNotice failure={failureOf(error)} onRetry={readAgain} />
      ) : (
        <Notice>{text('discrepancy.unknownId', { id })}</Notice>
      )}
    </>
  );
}

interface ViewProps {
  readonly discrepancy: Discrepancy;
  readonly onDone: () => void;
}

function DiscrepancyView({ discrepancy, onDone }: ViewProps): ReactElement {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  const isLost = discrepancy.kind === 'UNKNOWN_PAYOUT';
  const mayClose = useHolds(isLost ? 'payouts:resolve' : 'discrepancies:close');
  const state = stateOf(discrepancy);
  return (
    <>
      <div className={css.head}>
        <PageTitle>{text(`discrepancy.kind.${discrepancy.kind}`)}</PageTitle>
        <Status tone={DISCREPANCY_TONES[state]} word={text(`discrepancy.isOpen.${state}`)} />
        {mayClose && discrepancy.isOpen ? (
          <div className={css.acting}>
            <Button
              tone="primary"
              onClick={() => {
                setIsAsking(true);
              }}
            >
              {text(isLost ? 'discrepancy.proposeClose' : 'discrepancy.close')}
            </Button>
          </div>
        ) : null}
      </div>
      <div className={css.grid}>
        <Side title={text('discrepancy.ours')} facts={discrepancy.ours} />
        <Side title={text('discrepancy.theirs')} facts={discrepancy.theirs} />
        <Panel title={text('discrepancy.details')}>
          <Details discrepancy={discrepancy} />
        </Panel>
      </div>
      {isAsking ? (
        <CloseDialog
          discrepancy={discrepancy}
          isLost={isLost}
          onClose={() => {
            setIsAsking(false);
            onDone();
          }}
        />
      ) : null}
    </>
  );
}

function Side({ title, facts }: { readonly title: string; readonly facts: Discrepancy['ours'] }): ReactElement {
  const text = useText();
  const words = useFacts(facts);
  return (
    <Panel title={title}>{facts.length === 0 ? <p>{text('discrepancy.nothing')}</p> : <Facts facts={words} />}</Panel>
  );
}

function Details({ discrepancy }: { readonly discrepancy: Discrepancy }): ReactElement {
  const text = useText();
  const { id, payoutId, providerPayoutId, openedAt, lastSeenAt, timesSeen, closedAt, closedBy, note } = discrepancy;
  const { isThisPayout } = discrepancy;
  return (
    <Facts
      facts={[
        [text('payout.id'), id],
        [
          text('discrepancy.payout'),
          payoutId && (
            <Link key="payout" to="/payouts/$id" params={{ id: payoutId }}>
              {payoutId}
            </Link>
          ),
        ],
        [text('discrepancy.providerPayoutId'), providerPayoutId],
        [text('discrepancy.account'), discrepancy.account.name],
        [text('discrepancy.opened'), <ExactTime key="opened" at={openedAt} />],
        [text('discrepancy.lastSeen'), <ExactTime key="seen" at={lastSeenAt} />],
        [text('discrepancy.timesSeen'), timesSeen],
        [text('discrepancy.closed'), closedAt && <ExactTime key="closed" at={closedAt} />],
        [text('discrepancy.closedBy'), closedBy && actorWords(closedBy)],
        [text('discrepancy.note'), note],
        [
          text('discrepancy.answer'),
          isThisPayout === null ? null : text(`discrepancy.answer.${isThisPayout ? 'THIS' : 'ANOTHER'}`),
        ],
      ]}
    />
  );
}

const ANSWERS = ['THIS', 'ANOTHER'] as const;
type Answer = (typeof ANSWERS)[number];

interface CloseDialogProps {
  readonly discrepancy: Discrepancy;
  /** Whether it is a payment that no payout is, which takes two people. */
  readonly isLost: boolean;
  readonly onClose: () => void;
}

function CloseDialog({ discrepancy: { id, asksWhetherThisPayout }, isLost, onClose }: CloseDialogProps): ReactElement {
  const text = useText();
  const [answer, setAnswer] = useState('');
  const [, close] = useMutation(CLOSE_DISCREPANCY);
  const [, closeLost] = useMutation(CLOSE_LOST_PAYMENT);
  return (
    <ReasonDialog
      title={text(isLost ? 'discrepancy.proposeClose' : 'discrepancy.closeTitle')}
      words={text(isLost ? 'discrepancy.lostWords' : 'discrepancy.closeWords')}
      label={text('discrepancy.note')}
      word={text(isLost ? 'discrepancy.proposeClose' : 'discrepancy.close')}
      tone="primary"
      onClose={onClose}
      onReason={async (note) => {
        if (isLost) {
          const { data, error } = await closeLost({ input: { discrepancyId: id, reference: note } });
          return error ? error.message : data?.closeLostPayment.userErrors[0]?.message;
        }
        const isThisPayout = answer === '' ? null : answer === 'THIS';
        const { data, error } = await close({ input: { discrepancyId: id, note, isThisPayout } });
        return error ? error.message : data?.closeDiscrepancy.userErrors[0]?.message;
      }}
    >
      {asksWhetherThisPayout ? (
        <SelectField
          label={text('discrepancy.answer')}
          hint={answer === '' ? undefined : text(`discrepancy.answerHint.${answer as Answer}`)}
          value={answer}
          choices={[
            { value: '', word: text('discrepancy.chooseAnswer') },
            ...ANSWERS.map((value) => ({ value, word: text(`discrepancy.answer.${value}`) })),
          ]}
          onChange={setAnswer}
        />
      ) : null}
    </ReasonDialog>
  );
}
