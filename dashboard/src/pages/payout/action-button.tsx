import type { ReactElement } from 'react';
import { Button, type ButtonProps } from '../../design/button.js';
import type { Payout } from './payout-documents.js';

export type PayoutAction = Payout['actions'][number];

/** The action of a kind; undefined when no scope of the caller allows it. */
export function actionOf({ actions }: Payout, kind: PayoutAction['kind']): PayoutAction | undefined {
  return actions.find((action) => action.kind === kind);
}

interface ActionButtonProps extends Pick<
  ButtonProps,
  'tone' | 'disabled' | 'onClick' | 'children' | 'aria-keyshortcuts'
> {
  readonly action: PayoutAction;
  /** The id of the element that says why not. */
  readonly reasonId: string;
}

/** A button for an action that stays in reach of keys while it is forbidden, so that its reason can be read out. */
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
