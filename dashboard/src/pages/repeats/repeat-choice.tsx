import type { ReactElement } from 'react';
import { formatAmount } from '../../text/amount.js';
import { sumsByCurrency } from '../../text/sums.js';
import { useText } from '../../text/use-text.js';
import type { RepeatGroup } from './repeat-groups.js';
import css from './repeats.module.css';

interface RepeatChoiceProps {
  readonly groups: readonly RepeatGroup[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

/** Lets a person choose payouts by the reason of their failure, a whole group at once or one by one. */
export function RepeatChoice({ groups, selected, onSelect }: RepeatChoiceProps): ReactElement {
  const text = useText();
  const set = (ids: readonly string[], isWanted: boolean): void => {
    const next = new Set(selected);
    for (const id of ids) {
      if (isWanted) next.add(id);
      else next.delete(id);
    }
    onSelect(next);
  };
  return (
    <div className={css.groups}>
      {groups.map(({ reason, payouts }) => {
        const ids = payouts.map(({ id }) => id);
        const sums = sumsByCurrency(payouts).map(({ amount, currency }) => formatAmount(amount, currency));
        return (
          <fieldset key={reason} className={css.group}>
            <legend>{reason}</legend>
            <label className={css.choice}>
              <input
                type="checkbox"
                checked={ids.every((id) => selected.has(id))}
                onChange={({ target }) => {
                  set(ids, target.checked);
                }}
              />
              <span>{text('repeats.all', { count: ids.length, sums: sums.join(', ') })}</span>
            </label>
            {payouts.map(({ id, externalId, amount, currency, recipient }) => (
              <label key={id} className={css.choice}>
                <input
                  type="checkbox"
                  checked={selected.has(id)}
                  onChange={({ target }) => {
                    set([id], target.checked);
                  }}
                />
                <span>{formatAmount(amount, currency)}</span>
                <span>{recipient.requisites}</span>
                <span className={css.faint}>{externalId ?? id}</span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
