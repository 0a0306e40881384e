import { Fragment, type ReactElement } from 'react';
import { formatAmount } from '../text/amount.js';
import { Time } from '../text/time.js';
import { isTextId, useText } from '../text/use-text.js';
import type { Found } from './use-found.js';

/** Shows an object's amount, status and age, after the text by which it was found unless the title says it. */
export function FoundDetail({ hit }: { readonly hit: Found }): ReactElement {
  const text = useText();
  const { kind, title, status, amount, currency, createdAt, matched } = hit;
  const statusId = `${kind.toLowerCase()}.status.${status}`;
  const parts = [
    matched === title ? null : text('palette.matched', { text: matched }),
    amount && formatAmount(amount, currency ?? ''),
    isTextId(statusId) ? text(statusId) : null,
    createdAt && <Time key="createdAt" at={createdAt} />,
  ].filter((part) => part !== null);
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index === 0 ? null : ' · '}
          {part}
        </Fragment>
      ))}
    </>
  );
}
