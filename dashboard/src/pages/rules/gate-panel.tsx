import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { useHolds } from '../../api/viewer.js';
import { Button, type ButtonProps } from '../../design/button.js';
import button from '../../design/button.module.css';
import { Facts } from '../../design/facts.js';
import detail from '../../design/detail.module.css';
import { Notice } from '../../design/notice.js';
import { Panel } from '../../design/panel.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { Status } from '../../design/status.js';
import { actorWords } from '../../text/actor.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { useWaitingChanges } from '../changes/use-waiting-changes.js';
import { WaitingChange } from '../changes/waiting-change.js';
import type { RuleActing } from './rule-section.js';
import { type Gate, SET_GATE } from './rules-documents.js';

const DIALOGS = {
  shut: { word: 'gate.shut', words: 'gate.shutWords', tone: 'danger' },
  open: { word: 'gate.proposeOpen', words: 'gate.openWords', tone: 'primary' },
  endRestore: { word: 'gate.endRestore', words: 'gate.endRestoreWords', tone: 'primary' },
} as const;

type Asked = keyof typeof DIALOGS;

interface GatePanelProps extends Omit<RuleActing, 'accounts'> {
  readonly gate: Gate;
}

/** Shows the payout gate. One person can shut it immediately; opening it takes two people. */
export function GatePanel({ gate, onProposed, onClose }: GatePanelProps): ReactElement {
  const text = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const maySet = useHolds('payouts:gate');
  const [, set] = useMutation(SET_GATE);
  const { isOpen, lostPayments, restoredAt } = gate;
  const { waiting, readAgain } = useWaitingChanges(['PAYOUT_GATE']);
  const dialog = asked && text(DIALOGS[asked].word);
  const isWaiting = waiting.length > 0;
  return (
    <Panel title={text('gate.title')}>
      <Status tone={isOpen ? 'good' : 'bad'} word={text(isOpen ? 'overview.gateOpen' : 'overview.gateShut')} />
      <Facts
        facts={[
          [text('reason.label'), gate.reason],
          [text('gate.since'), <ExactTime key="since" at={gate.changedAt} />],
          [text('gate.changedBy'), gate.changedBy ? actorWords(gate.changedBy) : text('gate.byItself')],
          [text('gate.restoredAt'), restoredAt && <ExactTime key="restored" at={restoredAt} />],
        ]}
      />
      {lostPayments > 0 ? (
        <Notice>
          <p>{text('gate.lostPayments', { count: lostPayments })}</p>
          <Link
            to="/discrepancies"
            search={{ kind: 'UNKNOWN_PAYOUT', status: 'OPEN' }}
            className={`${button.button} ${button.primary}`}
          >
            {text('gate.showLost', { count: lostPayments })}
          </Link>
        </Notice>
      ) : null}
      {waiting.map((request) => (
        <WaitingChange key={request.id} request={request} />
      ))}
      {maySet && (isOpen || !isWaiting) ? (
        <div className={detail.actions}>
          {isOpen ? <AskButton kind="shut" onAsk={setAsked} /> : null}
          {isOpen ? null : <AskButton kind="open" tone={lostPayments > 0 ? 'plain' : 'primary'} onAsk={setAsked} />}
          {isOpen && restoredAt && !isWaiting ? <AskButton kind="endRestore" onAsk={setAsked} /> : null}
        </div>
      ) : null}
      {asked && dialog ? (
        <ReasonDialog
          title={dialog}
          words={
            <>
              <p>{text(DIALOGS[asked].words)}</p>
              {asked !== 'shut' && lostPayments > 0 ? (
                <p>{text('gate.lostPayments', { count: lostPayments })}</p>
              ) : null}
            </>
          }
          word={dialog}
          tone={DIALOGS[asked].tone}
          onClose={() => {
            setAsked(null);
            onClose();
            readAgain();
          }}
          onReason={async (reason) => {
            const input = { isOpen: asked !== 'shut', endsRestore: asked === 'endRestore', reason };
            const { data, error } = await set({ input });
            const userErrors = data?.setPayoutGate.userErrors;
            if (userErrors?.length === 0 && asked !== 'shut') onProposed();
            return { error, userErrors };
          }}
        />
      ) : null}
    </Panel>
  );
}

interface AskButtonProps {
  readonly kind: Asked;
  /** Defaults to the tone of the dialog. */
  readonly tone?: ButtonProps['tone'];
  readonly onAsk: (kind: Asked) => void;
}

function AskButton({ kind, tone = DIALOGS[kind].tone, onAsk }: AskButtonProps): ReactElement {
  const text = useText();
  return (
    <Button
      tone={tone}
      onClick={() => {
        onAsk(kind);
      }}
    >
      {text(DIALOGS[kind].word)}
    </Button>
  );
}
