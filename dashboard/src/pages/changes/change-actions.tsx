import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { useIsViewer } from '../../api/viewer.js';
import { ActButton, Problem } from '../../design/act-button.js';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Facts } from '../../design/facts.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { useAct } from '../../live/use-act.js';
import { actorWords } from '../../text/actor.js';
import { useFacts } from '../../text/fact.js';
import { useText } from '../../text/use-text.js';
import css from './change-actions.module.css';
import { otherContent } from './change-effect.js';
import { ChangedThing } from './change-subject.js';
import { useChangeEffect } from './use-change-effect.js';
import { CONFIRM_CHANGE, DECLINE_CHANGE, type ShownChangeRequest } from './changes-documents.js';

export interface ChangeActionsProps {
  readonly request: ShownChangeRequest;
  /** Called with the request when its dialog opens, and with null when it closes. */
  readonly onHold: (request: ShownChangeRequest | null) => void;
  /** Called when the dialog closes, whatever the outcome. */
  readonly onDone: () => void;
  /** Receives the second half of a new key, which is shown only once. */
  readonly onSecondHalf?: (half: string) => void;
}

export function ChangeActions(props: ChangeActionsProps): ReactElement {
  const text = useText();
  const [asked, setAsked] = useState<'confirm' | 'decline' | null>(null);
  const ask = (about: 'confirm' | 'decline'): void => {
    setAsked(about);
    props.onHold(props.request);
  };
  const onClose = (): void => {
    setAsked(null);
    props.onHold(null);
    // Reload after a refusal too: it often means that the shown state is outdated.
    props.onDone();
  };
  const isOwn = useIsViewer(props.request.proposedBy);
  return (
    <div className={css.actions}>
      {isOwn ? (
        <p>{text('change.own')}</p>
      ) : (
        <Button
          tone="primary"
          onClick={() => {
            ask('confirm');
          }}
        >
          {text('change.confirm')}
        </Button>
      )}
      <Button
        tone="danger"
        onClick={() => {
          ask('decline');
        }}
      >
        {text('change.decline')}
      </Button>
      {asked === 'confirm' ? <ConfirmDialog {...props} onClose={onClose} /> : null}
      {asked === 'decline' ? <DeclineDialog {...props} onClose={onClose} /> : null}
    </div>
  );
}

interface ChangeDialogProps extends ChangeActionsProps {
  readonly onClose: () => void;
}

/** Confirms exactly the shown content, by sending its hash. */
function ConfirmDialog({ request, onClose, onSecondHalf }: ChangeDialogProps): ReactElement {
  const text = useText();
  const { id, contentHash, proposedBy, reason } = request;
  const facts = useFacts(otherContent(request));
  const effect = useChangeEffect(request);
  const [, confirm] = useMutation(CONFIRM_CHANGE);
  const act = useAct(onClose, async () => {
    const { data, error } = await confirm({ input: { id, contentHash } });
    const half = data?.confirmChangeRequest.secondHalf;
    if (half) onSecondHalf?.(half);
    return { error, userErrors: data?.confirmChangeRequest.userErrors };
  });
  return (
    <Dialog
      title={text('change.confirmTitle')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="primary" word={text('change.confirm')} />}
    >
      <p>
        <strong>{effect}</strong> {text('change.confirmWhat', { name: actorWords(proposedBy) })}
      </p>
      <ChangedThing request={request} />
      <Facts facts={[...facts, [text('change.reason'), reason]]} />
      <Problem act={act} />
    </Dialog>
  );
}

function DeclineDialog({ request, onClose }: ChangeDialogProps): ReactElement {
  const text = useText();
  const [, decline] = useMutation(DECLINE_CHANGE);
  return (
    <ReasonDialog
      title={text('change.declineTitle')}
      words={null}
      word={text('change.decline')}
      onClose={onClose}
      onReason={async (reason) => {
        const { data, error } = await decline({ input: { id: request.id, reason } });
        return { error, userErrors: data?.declineChangeRequest.userErrors };
      }}
    />
  );
}
