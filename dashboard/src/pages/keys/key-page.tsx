import { useParams } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import { Facts } from '../../design/facts.js';
import { FailureNotice, Loading, Notice } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { Panel } from '../../design/panel.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { Status } from '../../design/status.js';
import { actorWords } from '../../text/actor.js';
import { ExactTime } from '../../text/time.js';
import { useDeskChanges } from '../../live/desk-feed.js';
import { useText } from '../../text/use-text.js';
import { EndSessions } from './end-sessions.js';
import { KEY_TONES } from './key-status.js';
import css from './keys.module.css';
import { KEY, REVOKE_KEY, type ShownKey } from './keys-documents.js';
import { scopesText } from '../../text/scopes.js';

/** Shows one API key with its scopes and accounts. */
export function KeyPage(): ReactElement {
  const { id } = useParams({ from: '/signed-in/keys/$id' });
  const text = useText();
  const [{ data, error, fetching }, execute] = useQuery({ query: KEY, variables: { id } });
  const readAgain = (): void => {
    execute();
  };
  useDeskChanges(['API_KEY'], readAgain);
  if (data?.apiKey) {
    return <KeyView apiKey={data.apiKey} onDone={readAgain} />;
  }
  if (fetching) return <Loading />;
  return (
    <>
      <PageTitle className={css.head}>{text('key.key')}</PageTitle>
      {error ? (
        <FailureNotice failure={failureOf(error)} onRetry={readAgain} />
      ) : (
        <Notice>{text('key.unknownId', { id })}</Notice>
      )}
    </>
  );
}

interface KeyViewProps {
  readonly apiKey: ShownKey;
  readonly onDone: () => void;
}

function KeyView({ apiKey, onDone }: KeyViewProps): ReactElement {
  const text = useText();
  const mayManage = useHolds('keys:manage');
  const [done, setDone] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [, revoke] = useMutation(REVOKE_KEY);
  const { id, name, prefix, status } = apiKey;
  return (
    <>
      <div className={css.head}>
        <PageTitle>{text('key.title', { name })}</PageTitle>
        <Status tone={KEY_TONES[status]} word={text(`key.status.${status}`)} />
        {mayManage && (status === 'ACTIVE' || status === 'PENDING') ? (
          <div className={css.actions}>
            {status === 'ACTIVE' ? (
              <EndSessions
                actorId={id}
                name={name}
                onEnded={(count) => {
                  setDone(text('sessions.ended', { count }));
                }}
              />
            ) : null}
            <Button
              tone="danger"
              onClick={() => {
                setIsAsking(true);
              }}
            >
              {text('key.revoke')}
            </Button>
          </div>
        ) : null}
      </div>
      <p role="status">{done}</p>
      <Panel title={text('key.details')}>
        <KeyFacts apiKey={apiKey} />
      </Panel>
      {isAsking ? (
        <ReasonDialog
          title={text('key.revokeTitle')}
          words={text('key.revokeWords', { name: actorWords({ name, keyPrefix: prefix }) })}
          word={text('key.revoke')}
          onClose={() => {
            setIsAsking(false);
            onDone();
          }}
          onReason={async (reason) => {
            const { data, error } = await revoke({ input: { id, reason } });
            return { error, userErrors: data?.revokeApiKey.userErrors };
          }}
        />
      ) : null}
    </>
  );
}

function KeyFacts({ apiKey }: { readonly apiKey: ShownKey }): ReactElement {
  const text = useText();
  const { roles, scopes, accounts, allowedAddresses } = apiKey;
  const at = (time: string | null): ReactElement | null => (time === null ? null : <ExactTime at={time} />);
  return (
    <Facts
      facts={[
        [text('key.id'), apiKey.id],
        [text('key.prefix'), apiKey.prefix],
        [text('key.roles'), roles.length === 0 ? null : roles.map((role) => text(`key.role.${role}`)).join(', ')],
        [text('key.scopes'), scopesText(text, scopes)],
        [
          text('key.accounts'),
          accounts.length === 0 ? text('key.allAccounts') : accounts.map((account) => account.name).join(', '),
        ],
        [text('key.addresses'), allowedAddresses.length === 0 ? text('key.anywhere') : allowedAddresses.join(', ')],
        [text('key.created'), at(apiKey.createdAt)],
        [text('key.createdBy'), apiKey.createdBy ? actorWords(apiKey.createdBy) : text('key.configured')],
        [text('key.confirmedBy'), apiKey.confirmedBy && actorWords(apiKey.confirmedBy)],
        [text('key.redeemed'), at(apiKey.redeemedAt)],
        [text('key.expires'), at(apiKey.expiresAt) ?? text('key.never')],
        [text('key.lastUsed'), at(apiKey.lastUsedAt) ?? text('key.unused')],
        [text('key.rotated'), at(apiKey.rotatedAt)],
        [text('key.previousUntil'), at(apiKey.previousSecretUntil)],
        [text('key.revokedBy'), apiKey.revokedBy && actorWords(apiKey.revokedBy)],
        [text('key.revokeReason'), apiKey.revokeReason],
      ]}
    />
  );
}
