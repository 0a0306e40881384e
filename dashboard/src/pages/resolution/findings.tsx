import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useMutation } from 'urql';
import { Problem } from '../../design/act-button.js';
import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import type { Answer } from '../../live/problems.js';
import { useAct } from '../../live/use-act.js';
import { useText } from '../../text/use-text.js';
import { refusalText } from '../../text/problem.js';
import { ExactTime } from '../../text/time.js';
import { actionOf, ActionButton } from '../payout/action-button.js';
import type { Payout } from '../payout/payout-documents.js';
import css from './resolution.module.css';
import { BIND_PAYOUT, CLOSE_PAYOUT } from './resolution-documents.js';

// Tolerance in milliseconds: the browser's clock may run ahead of the database's.
const CLOCKS_MS = 5_000;

interface FindingsProps {
  readonly payout: Payout;
  /** The payout's id at the provider; empty while unknown. */
  readonly providerPayoutId: string;
  readonly onDone: () => void;
}

/** Proposes an outcome based on what a person found at the provider. Another person must confirm it. */
export function Findings({ payout, providerPayoutId, onDone }: FindingsProps): ReactElement {
  const text = useText();
  const [reference, setReference] = useState('');
  const [resend, setResend] = useState(false);
  const [, bind] = useMutation(BIND_PAYOUT);
  const [, close] = useMutation(CLOSE_PAYOUT);
  const reasonId = useId();
  const closing = actionOf(payout, 'CLOSE');
  useAt(closing?.availableAt ?? null, onDone);
  const about = { payoutId: payout.id, reference: reference.trim() };

  const propose = (send: () => Promise<Answer>) => async (): Promise<Answer> => {
    if (about.reference !== '') return send();
    return { userErrors: [{ field: ['reference'], message: text('resolution.referenceNeeded') }] };
  };
  const made = useAct(
    onDone,
    propose(async () => {
      const { data, error } = await bind({ input: { ...about, providerPayoutId } });
      return { error, userErrors: data?.bindUnconfirmedPayout.userErrors };
    }),
    ['reference'],
  );
  const neverMade = useAct(
    onDone,
    propose(async () => {
      const { data, error } = await close({ input: { ...about, resend } });
      return { error, userErrors: data?.closeUnconfirmedPayout.userErrors };
    }),
    ['reference'],
  );

  return (
    <div className={`${css.form} ${css.findings}`}>
      <Field
        label={text('resolution.reference')}
        value={reference}
        problem={made.problemOf('reference') ?? neverMade.problemOf('reference')}
        onChange={({ target }) => {
          setReference(target.value);
        }}
      />
      <Problem act={made} />
      <div className={css.choices}>
        <Button tone="primary" disabled={made.isUnderWay || providerPayoutId === ''} onClick={made.run}>
          {text('resolution.proposeMade')}
        </Button>
      </div>
      <label className={css.choice}>
        <input
          type="checkbox"
          checked={resend}
          onChange={({ target }) => {
            setResend(target.checked);
          }}
        />
        {text('resolution.resend')}
      </label>
      <Problem act={neverMade} />
      {closing ? (
        <div className={css.choices}>
          <ActionButton
            action={closing}
            reasonId={reasonId}
            tone="danger"
            disabled={neverMade.isUnderWay}
            onClick={neverMade.run}
          >
            {text('resolution.proposeNeverMade')}
          </ActionButton>
        </div>
      ) : null}
      <p id={reasonId} className={css.reason}>
        {closing?.refusal ? refusalText(text, closing.refusal) : null}
        {closing?.availableAt ? (
          <>
            {' '}
            {text('resolution.availableAt')} <ExactTime at={closing.availableAt} />
          </>
        ) : null}
      </p>
    </div>
  );
}

/** Calls back at a given time, because an action can become available just as time passes, without an event. */
function useAt(at: string | null, callBack: () => void): void {
  const latest = useRef(callBack);
  useEffect(() => {
    latest.current = callBack;
  });
  useEffect(() => {
    if (at === null) return undefined;
    const timer = setTimeout(
      () => {
        latest.current();
      },
      Math.max(0, new Date(at).getTime() - Date.now()) + CLOCKS_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [at]);
}
