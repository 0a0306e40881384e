import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { SwitchField } from '../../design/switch-field.js';
import { useText } from '../../text/use-text.js';

interface TakenExternalIdProps {
  /** The payout that already has the external id. */
  readonly payoutId: string;
  readonly isShared: boolean;
  readonly onShare: (isShared: boolean) => void;
}

/** Shown if the external id is taken: links to that payout, and offers to pay one invoice in parts. */
export function TakenExternalId({ payoutId, isShared, onShare }: TakenExternalIdProps): ReactElement {
  const text = useText();
  return (
    <>
      <Link to="/payouts/$id" params={{ id: payoutId }}>
        {text('newPayout.openTaken')}
      </Link>
      <SwitchField
        label={text('newPayout.share')}
        hint={text('newPayout.shareHint')}
        isOn={isShared}
        onChange={onShare}
      />
    </>
  );
}
