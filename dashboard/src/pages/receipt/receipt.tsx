import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../design/button.js';
import css from './receipt.module.css';
import { Facts } from '../../design/facts.js';
import { PageTitle } from '../../design/page-title.js';
import { Steps } from '../../design/steps.js';
import { useText } from '../../text/use-text.js';

interface ReceiptProps {
  readonly title: string;
  readonly status: ReactNode;
  readonly amount: string;
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  readonly parts: readonly { readonly title: string; readonly steps: readonly ReactNode[]; readonly empty: string }[];
  /** Link back to the order or payout. */
  readonly back: ReactNode;
}

/** A single A4 sheet to file or hand over. Printing omits the page frame. */
export function Receipt({ title, status, amount, facts, parts, back }: ReceiptProps): ReactElement {
  const text = useText();
  return (
    <>
      <div className={css.bar}>
        {back}
        <Button
          tone="primary"
          onClick={() => {
            print();
          }}
        >
          {text('receipt.print')}
        </Button>
      </div>
      <article className={css.sheet}>
        <div className={css.head}>
          <PageTitle>{title}</PageTitle>
          {status}
        </div>
        <p className={css.amount}>{amount}</p>
        <Facts facts={facts} />
        {parts.map((part) => (
          <section key={part.title} className={css.part}>
            <h2>{part.title}</h2>
            <Steps empty={part.empty}>{part.steps}</Steps>
          </section>
        ))}
      </article>
    </>
  );
}
