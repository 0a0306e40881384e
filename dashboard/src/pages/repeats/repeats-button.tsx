import { type ReactElement, useState } from 'react';
import { Button } from '../../design/button.js';
import { useText } from '../../text/use-text.js';
import type { PayoutStatus } from '../payouts/payout-status.js';
import type { PayoutFilter } from '../payouts/use-payouts.js';
import { repeatableStatuses } from './repeat-groups.js';
import { RepeatsDialog } from './repeats-dialog.js';

interface RepeatsButtonProps {
  /** The filter of the list. */
  readonly filter: PayoutFilter;
  /** The status that the list shows; undefined for all. */
  readonly status: PayoutStatus | undefined;
  readonly onDone: () => void;
}

/** Opens the dialog that pays the list's failed payouts again; null if the list shows none of them. */
export function RepeatsButton({ filter, status, onDone }: RepeatsButtonProps): ReactElement | null {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  const statuses = repeatableStatuses(status);
  if (statuses.length === 0) return null;
  return (
    <>
      <Button
        onClick={() => {
          setIsAsking(true);
        }}
      >
        {text('repeats.title')}
      </Button>
      {isAsking ? (
        <RepeatsDialog
          filter={{ ...filter, statuses: [...statuses] }}
          onClose={(isDone) => {
            setIsAsking(false);
            if (isDone) onDone();
          }}
        />
      ) : null}
    </>
  );
}
