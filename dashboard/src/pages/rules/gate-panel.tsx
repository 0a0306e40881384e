import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import { Facts } from '../../design/facts.js';
import detail from '../../design/detail.module.css';
import { Notice } from '../../design/notice.js';
import { Panel } from '../../design/panel.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { Status } from '../../design/status.js';
import { actorWords } from '../../text/actor.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
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

/** The payout gate. One person shuts it at once; two people open it. */
export function GatePanel({ gate, onProposed, onClose }: GatePanelProps): ReactElement {
  const text = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const maySet = useHolds('payouts:gate');
  const [, set] = useMutation(SET_GATE);
  const { isOpen, lostPayments, restoredAt } = gate;
  const dialog = asked && text(DIALOGS[asked].word);
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
          <p>
            {text('gate.lostPayments', { count: lostPayments })}{' '}
            <Link to="/discrepancies" search={{ kind: 'UNKNOWN_PAYOUT', status: 'OPEN' }}>
              {text('gate.showLost')}
            </Link>
          </p>
        </Notice>
      ) : null}
      {maySet ? (
        <div className={detail.actions}>
          <AskButton kind={isOpen ? 'shut' : 'open'} onAsk={setAsked} />
          {isOpen && restoredAt ? <AskButton kind="endRestore" onAsk={setAsked} /> : null}
        </div>
      ) : null}
      {asked && dialog ? (
        <ReasonDialog
          title={dialog}
          words={text(DIALOGS[asked].words)}
          word={dialog}
          tone={DIALOGS[asked].tone}
          onClose={() => {
            setAsked(null);
            onClose();
          }}
          onReason={async (reason) => {
            const input = { isOpen: asked !== 'shut', endsRestore: asked === 'endRestore', reason };
            const { data, error } = await set({ input });
            const problem = error ? error.message : data?.setPayoutGate.userErrors[0]?.message;
            if (problem === undefined && asked !== 'shut') onProposed();
            return problem;
          }}
        />
      ) : null}
    </Panel>
  );
}

function AskButton({ kind, onAsk }: { readonly kind: Asked; readonly onAsk: (kind: Asked) => void }): ReactElement {
  const text = useText();
  return (
    <Button
      tone={DIALOGS[kind].tone}
      onClick={() => {
        onAsk(kind);
      }}
    >
      {text(DIALOGS[kind].word)}
    </Button>
  );
}
