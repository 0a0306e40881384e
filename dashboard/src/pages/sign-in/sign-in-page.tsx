import { useLoaderData, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, type SubmitEvent, useRef, useState } from 'react';
import { signIn } from '../../api/session.js';
import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import { PageTitle } from '../../design/page-title.js';
import { useText } from '../../text/use-text.js';
import { Halves } from './halves.js';
import css from './sign-in-page.module.css';

// Halves look like keys, but begin with their number.
const HALF = /^pk[12]_/;

/** Exchanges an API key for a session. Only the input holds the key, and it is cleared after sign-in. */
export function SignInPage(): ReactElement {
  const text = useText();
  const navigate = useNavigate();
  const { to, problem: cameBack } = useSearch({ from: '/sign-in' });
  const mayComeFromProvider = useLoaderData({ from: '/sign-in' });
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [hasHalves, setHasHalves] = useState(false);

  /** Returns whether the key is valid. */
  const enter = async (apiKey: string): Promise<boolean> => {
    setIsUnderWay(true);
    const outcome = await signIn(apiKey);
    setIsUnderWay(false);
    if (outcome.kind === 'signed-in') {
      await navigate({ to: to ?? '/' });
      return true;
    }
    setProblem(
      outcome.kind === 'limited'
        ? text('signIn.limited', { seconds: outcome.retryAfterSeconds })
        : text(`signIn.${outcome.kind}`),
    );
    return false;
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const input = field.current;
    if (!input) return;
    const apiKey = input.value.trim();
    if (HALF.test(apiKey)) setProblem(text('signIn.isHalf'));
    else if (await enter(apiKey)) input.value = '';
    input.focus();
  };

  if (hasHalves) {
    return (
      <main className={css.page}>
        <Halves
          onKey={(apiKey) => {
            setHasHalves(false);
            void enter(apiKey);
          }}
          onBack={() => {
            setHasHalves(false);
          }}
        />
      </main>
    );
  }
  return (
    <main className={css.page}>
      <form className={css.card} onSubmit={(event) => void submit(event)}>
        <PageTitle>{text('signIn.title')}</PageTitle>
        {cameBack ? <p role="alert">{text(`signIn.problem.${cameBack}`)}</p> : null}
        <Field
          ref={field}
          label={text('signIn.apiKey')}
          type="password"
          autoComplete="current-password"
          autoFocus
          required
          problem={problem}
        />
        <Button type="submit" tone="primary" disabled={isUnderWay}>
          {text('signIn.signIn')}
        </Button>
        <Button
          onClick={() => {
            setHasHalves(true);
          }}
        >
          {text('signIn.hasHalves')}
        </Button>
        {mayComeFromProvider ? (
          <a href={`/dashboard/oidc?to=${encodeURIComponent(`/dashboard${to ?? '/'}`)}`}>
            {text('signIn.identityProvider')}
          </a>
        ) : null}
      </form>
    </main>
  );
}
