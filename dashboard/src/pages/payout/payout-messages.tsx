import type { ReactElement } from 'react';
import css from '../../design/detail.module.css';
import { storedProblem } from '../../text/problem.js';
import { isTextId, type Text, useText } from '../../text/use-text.js';
import { waitText } from '../../text/wait.js';
import type { Payout } from './payout-documents.js';

/** Says what a payout waits for, and what is wrong with it. */
export function PayoutMessages({ payout }: { readonly payout: Payout }): ReactElement {
  const text = useText();
  return (
    <>
      {messagesOf(text, payout).map((message) => (
        <p key={message} className={css.warning}>
          {message}
        </p>
      ))}
    </>
  );
}

// For these waits, the text about the wait tells people everything they need. The problem would add only network
// jargon.
const SAID_BY_WAIT: ReadonlySet<string> = new Set(['CIRCUIT', 'LIMIT', 'RETRY']);

function messagesOf(text: Text, payout: Payout): readonly string[] {
  const { status, problem, statusMessage, waitingFor } = payout;
  const waits = waitingFor.map(({ kind }) => waitText(text, kind, payout));
  const isSaid = waitingFor.some(({ kind }) => SAID_BY_WAIT.has(kind));
  const problems =
    status === 'UNCONFIRMED' ? unknownTexts(text, payout) : isSaid ? [] : [problem && storedProblem(problem)];
  return [...new Set([...waits, ...problems, statusMessage])].filter(
    (message) => message !== null && message !== '',
  ) as string[];
}

const NAMED = / The answer named (.+)\.$/;

/** Says why it is unknown whether an unconfirmed payout was paid, with the ids that an unusable answer named. */
function unknownTexts(text: Text, { attempts, problem }: Payout): readonly string[] {
  const id = `payout.unknown.${attempts.findLast(({ state }) => state === 'UNKNOWN')?.reason ?? ''}`;
  const ids = NAMED.exec(problem ?? '')?.[1];
  return [
    text(isTextId(id) ? id : 'payout.unknown.other'),
    ...(ids === undefined ? [] : [text('payout.unknown.named', { ids })]),
  ];
}
