import { type ReactElement, useRef, useState } from 'react';
import { useMutation } from 'urql';
import { graphql } from '../../api/graphql.js';
import { Problem } from '../../design/act-button.js';
import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import { PageTitle } from '../../design/page-title.js';
import { SecretDialog } from '../../design/secret-dialog.js';
import { useAct } from '../../live/use-act.js';
import { useText } from '../../text/use-text.js';
import css from './sign-in-page.module.css';

const REDEEM_KEY = graphql(`
  mutation RedeemKey($input: RedeemApiKeyInput!) {
    redeemApiKey(input: $input) {
      secret
      userErrors {
        code
        field
        message
      }
    }
  }
`);

interface HalvesProps {
  /** Called with the new key once its holder has stored it. */
  readonly onKey: (apiKey: string) => void;
  readonly onBack: () => void;
}

/** Exchanges the two halves of a new key for the key, which is shown once. Only the inputs hold the halves. */
export function Halves({ onKey, onBack }: HalvesProps): ReactElement {
  const text = useText();
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [, redeem] = useMutation(REDEEM_KEY);
  const act = useAct(
    () => undefined,
    async () => {
      const input = { firstHalf: first.current?.value.trim() ?? '', secondHalf: second.current?.value.trim() ?? '' };
      const { data, error } = await redeem({ input });
      setSecret(data?.redeemApiKey.secret ?? null);
      return { error, userErrors: data?.redeemApiKey.userErrors };
    },
    ['firstHalf', 'secondHalf'],
  );
  return (
    <form
      className={css.card}
      onSubmit={(event) => {
        event.preventDefault();
        if (!act.isUnderWay) act.run();
      }}
    >
      <PageTitle>{text('halves.title')}</PageTitle>
      <p>{text('halves.words')}</p>
      <Field
        ref={first}
        label={text('halves.first')}
        type="password"
        autoComplete="off"
        autoFocus
        required
        problem={act.problemOf('firstHalf')}
      />
      <Field
        ref={second}
        label={text('halves.second')}
        type="password"
        autoComplete="off"
        required
        problem={act.problemOf('secondHalf')}
      />
      <Problem act={act} />
      <Button type="submit" tone="primary" disabled={act.isUnderWay}>
        {text('halves.join')}
      </Button>
      <Button tone="quiet" onClick={onBack}>
        {text('halves.back')}
      </Button>
      {secret === null ? null : (
        <SecretDialog
          title={text('halves.key')}
          words={text('halves.keyWords')}
          secret={secret}
          onClose={() => {
            onKey(secret);
          }}
        />
      )}
    </form>
  );
}
