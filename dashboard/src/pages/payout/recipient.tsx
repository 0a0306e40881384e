import { type ReactElement, useId, useState } from 'react';
import { Facts } from '../../design/facts.js';
import { Panel } from '../../design/panel.js';
import { refusalText } from '../../text/problem.js';
import { useText } from '../../text/use-text.js';
import { actionOf, ActionButton } from './action-button.js';
import css from '../../design/detail.module.css';
import type { Payout } from './payout-documents.js';
import { RevealDialog, type Revealed } from './reveal-dialog.js';

const FIELDS = ['name', 'requisites', 'bankName', 'userId', 'userEmail', 'userPhone'] as const;

/** Shows the recipient, masked until the user states a reason. Leaving the page masks it again. */
export function Recipient({ payout }: { readonly payout: Payout }): ReactElement {
  const text = useText();
  const reasonId = useId();
  const action = actionOf(payout, 'REVEAL');
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const shown = revealed ?? payout.recipient;
  return (
    <Panel title={text('payout.recipient')}>
      <Facts facts={FIELDS.map((name) => [text(`recipient.${name}`), shown[name]])} />
      {payout.recipient.problem === null ? null : <p>{payout.recipient.problem}</p>}
      {action && !revealed ? (
        <>
          <ActionButton
            action={action}
            reasonId={reasonId}
            onClick={() => {
              setIsAsking(true);
            }}
          >
            {text('recipient.reveal')}
          </ActionButton>
          {action.refusal ? (
            <p id={reasonId} className={css.faint}>
              {refusalText(text, action.refusal)}
            </p>
          ) : null}
        </>
      ) : null}
      {isAsking ? (
        <RevealDialog
          payoutId={payout.id}
          onRevealed={setRevealed}
          onClose={() => {
            setIsAsking(false);
          }}
        />
      ) : null}
    </Panel>
  );
}
