import { Link, useParams } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import css from '../../design/detail.module.css';
import { Facts } from '../../design/facts.js';
import { FailureNotice, Loading, Notice } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { Panel } from '../../design/panel.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { Status } from '../../design/status.js';
import { ExactTime } from '../../text/time.js';
import { useDeskChanges } from '../../live/desk-feed.js';
import { useText } from '../../text/use-text.js';
import { WEBHOOK_TONES } from './webhook-state.js';
import { REPLAY_WEBHOOK, type Webhook, WEBHOOK } from './webhooks-documents.js';

/** Shows one webhook with its result, and a button to replay it. */
export function WebhookPage(): ReactElement {
  const { id } = useParams({ from: '/signed-in/webhooks/$id' });
  const text = useText();
  const [{ data, error, fetching }, execute] = useQuery({ query: WEBHOOK, variables: { id } });
  const readAgain = (): void => {
    execute();
  };
  useDeskChanges(['WEBHOOK_EVENT'], readAgain);
  if (data?.webhookEvent) return <WebhookView webhook={data.webhookEvent} onDone={readAgain} />;
  if (fetching) return <Loading />;
  return (
    <>
      <PageTitle>{text('webhook.webhook')}</PageTitle>
      {error ? (
        <FailureNotice failure={failureOf(error)} onRetry={readAgain} />
      ) : (
        <Notice>{text('webhook.unknownId', { id })}</Notice>
      )}
    </>
  );
}

interface ViewProps {
  readonly webhook: Webhook;
  readonly onDone: () => void;
}

function WebhookView({ webhook, onDone }: ViewProps): ReactElement {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  const mayReplay = useHolds('webhooks:replay');
  const { id, state, bodyPurgedAt } = webhook;
  return (
    <>
      <div className={css.head}>
        <PageTitle>{text('webhook.title', { id })}</PageTitle>
        <Status tone={WEBHOOK_TONES[state]} word={text(`webhook.state.${state}`)} />
        {mayReplay && bodyPurgedAt === null ? (
          <div className={css.acting}>
            <Button
              tone="primary"
              onClick={() => {
                setIsAsking(true);
              }}
            >
              {text('webhook.replay')}
            </Button>
          </div>
        ) : null}
      </div>
      <Panel title={text('webhook.details')}>
        <Details webhook={webhook} />
      </Panel>
      {isAsking ? (
        <ReplayDialog
          id={id}
          onClose={() => {
            setIsAsking(false);
            onDone();
          }}
        />
      ) : null}
    </>
  );
}

function Details({ webhook }: { readonly webhook: Webhook }): ReactElement {
  const text = useText();
  const { source, signature, subjectId } = webhook;
  const at = (time: string | null): ReactElement | null => (time === null ? null : <ExactTime at={time} />);
  return (
    <Facts
      facts={[
        [text('webhook.source'), text(`webhook.source.${source}`)],
        [text('webhook.signature'), signature && text(`webhook.signature.${signature}`)],
        [text('webhook.account'), webhook.account?.name ?? null],
        [text('webhook.subject'), subjectId && <Subject source={source} id={subjectId} />],
        [text('webhook.providerObject'), webhook.providerObjectId],
        [text('webhook.received'), at(webhook.firstReceivedAt)],
        [text('webhook.lastReceived'), at(webhook.lastReceivedAt)],
        [text('webhook.deliveries'), webhook.deliveries],
        [text('webhook.processed'), at(webhook.processedAt)],
        [text('webhook.nextTry'), at(webhook.nextTryAt)],
        [text('webhook.note'), webhook.note],
        [text('webhook.body'), text('webhook.bodyBytes', { bytes: webhook.bodyBytes })],
        ['SHA-256', webhook.bodySha256],
        [text('webhook.bodyPurged'), at(webhook.bodyPurgedAt)],
        [text('webhook.replays'), webhook.replays],
        [text('webhook.replayed'), at(webhook.replayedAt)],
      ]}
    />
  );
}

/** Links to the order or payout that the webhook is about. */
function Subject({ source, id }: { readonly source: Webhook['source']; readonly id: string }): ReactElement {
  return (
    <Link to={source === 'ORDERS' ? '/orders/$id' : '/payouts/$id'} params={{ id }}>
      {id}
    </Link>
  );
}

function ReplayDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement {
  const text = useText();
  const [, replay] = useMutation(REPLAY_WEBHOOK);
  return (
    <ReasonDialog
      title={text('webhook.replayTitle')}
      words={text('webhook.replayWords')}
      word={text('webhook.replay')}
      tone="primary"
      onClose={onClose}
      onReason={async (reason) => {
        const { data, error } = await replay({ input: { eventId: id, reason } });
        return { error, userErrors: data?.replayWebhookEvent.userErrors };
      }}
    />
  );
}
