import type { ReactElement } from 'react';
import { Facts } from '../../design/facts.js';
import { Panel } from '../../design/panel.js';
import { actorWords } from '../../text/actor.js';
import { formatAmount } from '../../text/amount.js';
import { ExactTime } from '../../text/time.js';
import { isTextId, type Text, useText } from '../../text/use-text.js';
import type { Payout } from './payout-documents.js';
import css from '../../design/detail.module.css';

type Fact = Payout['changes'][number]['facts'][number];

/** Lists the changes of a payout by field; null if there are none. */
export function ContentChanges({ payout }: { readonly payout: Payout }): ReactElement | null {
  const text = useText();
  const { changes, currency } = payout;
  if (changes.length === 0) return null;
  return (
    <Panel title={text('payout.changes')}>
      <ol className={css.steps}>
        {changes.map(({ changedAt, changedBy, facts }) => (
          <li key={changedAt} className={css.change}>
            <p className={css.step}>
              <span>{text('payout.changedBy', { name: actorWords(changedBy) })}</span>
              <span className={css.faint}>
                <ExactTime at={changedAt} />
              </span>
            </p>
            <Facts
              facts={facts.map((fact) => [nameOf(fact, text), <Values key="values" fact={fact} currency={currency} />])}
            />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Names a field. Recipient fields have their own texts. */
function nameOf({ name }: Fact, text: Text): string {
  const id = name.startsWith('recipient.') ? name : `payout.${name}`;
  return isTextId(id) ? text(id) : name;
}

function Values({
  fact: { name, before, after },
  currency,
}: {
  readonly fact: Fact;
  readonly currency: string;
}): ReactElement {
  const text = useText();
  if (before === null || after === null) return <>{text('payout.changedField')}</>;
  const shown = (value: string): string => (name === 'amount' ? formatAmount(value, currency) : value);
  return (
    <>
      <del className={css.before}>{shown(before)}</del> → <ins className={css.after}>{shown(after)}</ins>
    </>
  );
}
