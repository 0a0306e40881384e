import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import { Facts } from '../../design/facts.js';
import { Panel } from '../../design/panel.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { Status } from '../../design/status.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import type { RuleActing } from './rule-section.js';
import { type Gate, SET_GATE } from './rules-documents.js';

interface GatePanelProps extends Omit<RuleActing, 'accounts'> {
  readonly gate: Gate;
}

/** The payout gate. One person shuts it at once; two people open it. */
export function GatePanel({ gate, onProposed, onClose }: GatePanelProps): ReactElement {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  const maySet = useHolds('payouts:gate');
  const [, set] = useMutation(SET_GATE);
  const { isOpen } = gate;
  const word = text(isOpen ? 'gate.shut' : 'gate.proposeOpen');
  return (
    <Panel title={text('gate.title')}>
      <Status tone={isOpen ? 'good' : 'bad'} word={text(isOpen ? 'overview.gateOpen' : 'overview.gateShut')} />
      <Facts
        facts={[
          [text('reason.label'), gate.reason],
          [text('gate.since'), <ExactTime key="since" at={gate.changedAt} />],
          [text('gate.changedBy'), gate.changedBy?.name ?? text('gate.byItself')],
        ]}
      />
      {maySet ? (
        <Button
          tone={isOpen ? 'danger' : 'primary'}
          onClick={() => {
            setIsAsking(true);
          }}
        >
          {word}
        </Button>
      ) : null}
      {isAsking ? (
        <ReasonDialog
          title={word}
          words={text(isOpen ? 'gate.shutWords' : 'gate.openWords')}
          word={word}
          tone={isOpen ? 'danger' : 'primary'}
          onClose={() => {
            setIsAsking(false);
            onClose();
          }}
          onReason={async (reason) => {
            const { data, error } = await set({ input: { isOpen: !isOpen, reason } });
            const problem = error ? error.message : data?.setPayoutGate.userErrors[0]?.message;
            if (problem === undefined && !isOpen) onProposed();
            return problem;
          }}
        />
      ) : null}
    </Panel>
  );
}
