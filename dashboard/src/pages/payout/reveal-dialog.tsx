import { type ReactElement, useContext, useRef, useState } from 'react';
import { useMutation } from 'urql';
import type { ResultOf } from '../../api/graphql.js';
import { presentKey } from '../../api/session.js';
import { ViewerContext } from '../../api/viewer.js';
import { Field } from '../../design/field.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { useText } from '../../text/use-text.js';
import { REVEAL_RECIPIENT } from './payout-documents.js';

export type Revealed = NonNullable<ResultOf<typeof REVEAL_RECIPIENT>['revealPayoutRecipient']['recipient']>;

interface RevealDialogProps {
  readonly payoutId: string;
  readonly onRevealed: (recipient: Revealed) => void;
  readonly onClose: () => void;
}

/**
 * Asks for the reason to reveal a recipient. If the sign-in is too old, asks for the session's key again, or sends
 * people to the identity provider.
 */
export function RevealDialog({ payoutId, onRevealed, onClose }: RevealDialogProps): ReactElement {
  const text = useText();
  const isPerson = useContext(ViewerContext)?.actor.kind === 'PERSON';
  const key = useRef<HTMLInputElement>(null);
  const [isProofAsked, setIsProofAsked] = useState(false);
  const [, reveal] = useMutation(REVEAL_RECIPIENT);

  /** Presents the key again. Returns its problem, or undefined if it is valid or was not required. */
  const prove = async (): Promise<string | undefined> => {
    const field = key.current;
    if (!field) return undefined;
    const outcome = await presentKey(field.value.trim());
    if (outcome.kind === 'limited') return text('signIn.limited', { seconds: outcome.retryAfterSeconds });
    if (outcome.kind !== 'signed-in') return text(outcome.kind === 'refused' ? 'proof.refused' : 'signIn.failed');
    field.value = '';
    return undefined;
  };

  return (
    <ReasonDialog
      title={text('recipient.reveal')}
      words={text('recipient.audited')}
      word={text('recipient.show')}
      tone="primary"
      otherFields={['apiKey']}
      renderOthers={(problemOf) =>
        isProofAsked && !isPerson ? (
          <Field
            ref={key}
            label={text('proof.key')}
            type="password"
            autoComplete="current-password"
            autoFocus
            problem={problemOf('apiKey')}
          />
        ) : isProofAsked ? (
          <a href={`/dashboard/oidc?again&to=${encodeURIComponent(`/dashboard/payouts/${payoutId}`)}`}>
            {text('proof.signIn')}
          </a>
        ) : null
      }
      onClose={onClose}
      onReason={async (reason) => {
        const wrong = await prove();
        if (wrong !== undefined) return { userErrors: [{ field: ['apiKey'], message: wrong }] };
        const { data, error } = await reveal({ input: { payoutId, reason } });
        const { recipient, userErrors } = data?.revealPayoutRecipient ?? {};
        if (recipient) onRevealed(recipient);
        const isTooOld = userErrors?.[0]?.code === 'SIGN_IN_TOO_OLD';
        setIsProofAsked(isTooOld);
        if (!isTooOld) return { error, userErrors };
        const message = text(isPerson ? 'proof.person' : 'proof.needed');
        return { userErrors: [{ field: isPerson ? null : ['apiKey'], message }] };
      }}
    />
  );
}
