import type { ReactElement } from 'react';
import { Button, type ButtonProps } from '../../design/button.js';
import type { Payout } from './payout-documents.js';

export type PayoutAction = Payout['actions'][number];

/** Returns the action of a kind, or undefined if no scope allows it. */
export function actionOf({ actions }: Payout, kind: PayoutAction['kind']): PayoutAction | undefined {
  return actions.find((action) => action.kind === kind);
}

interface ActionButtonProps extends Pick<
  ButtonProps,
  'tone' | 'disabled' | 'onClick' | 'children' | 'aria-keyshortcuts'
> {
  readonly action: PayoutAction;
  /** Id of the element with the refusal. */
  readonly reasonId: string;
}

/** A button that stays focusable while its action is refused, so screen readers can announce the reason. */
export function ActionButton({ action, reasonId, onClick, ...button }: ActionButtonProps): ReactElement {
  const { isAllowed } = action;
  return (
    <Button
      {...button}
      aria-disabled={!isAllowed}
      aria-describedby={isAllowed ? undefined : reasonId}
      onClick={isAllowed ? onClick : undefined}
    />
  );
}
