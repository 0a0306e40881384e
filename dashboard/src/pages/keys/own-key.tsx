import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { ActButton, Problem } from '../../design/act-button.js';
import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { Panel } from '../../design/panel.js';
import { SecretDialog } from '../../design/secret-dialog.js';
import { useAct } from '../../live/use-act.js';
import { actorWords } from '../../text/actor.js';
import { useText } from '../../text/use-text.js';
import css from './keys.module.css';
import { type KeyRow, ROTATE_KEY } from './keys-documents.js';

interface OwnKeyProps {
  readonly apiKey: KeyRow;
  readonly onRotated: () => void;
}

/** Shows the key that the user signed in with. Only its holder can rotate its secret. */
export function OwnKey({ apiKey, onRotated }: OwnKeyProps): ReactElement {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <div className={css.own}>
      <Panel title={text('keys.own')}>
        <p>{text('keys.ownWords', { name: actorWords({ name: apiKey.name, keyPrefix: apiKey.prefix }) })}</p>
        {apiKey.scopes.includes('keys:rotate') ? (
          <Button
            onClick={() => {
              setIsAsking(true);
            }}
          >
            {text('key.rotate')}
          </Button>
        ) : null}
      </Panel>
      {isAsking ? (
        <RotateDialog
          id={apiKey.id}
          onSecret={setSecret}
          onClose={() => {
            setIsAsking(false);
          }}
        />
      ) : null}
      {secret === null ? null : (
        <SecretDialog
          title={text('key.newSecret')}
          words={text('key.newSecretWords')}
          secret={secret}
          onClose={() => {
            setSecret(null);
            onRotated();
          }}
        />
      )}
    </div>
  );
}

interface RotateDialogProps {
  readonly id: string;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}

function RotateDialog({ id, onSecret, onClose }: RotateDialogProps): ReactElement {
  const text = useText();
  const [hours, setHours] = useState('24');
  const [, rotate] = useMutation(ROTATE_KEY);
  const act = useAct(onClose, async () => {
    // The API reports numbers that are too large. This check only refuses text that is not a number.
    if (!/^\d{1,3}$/.test(hours)) {
      return { userErrors: [{ field: ['overlapHours'], message: text('key.overlapWhole') }] };
    }
    const { data, error } = await rotate({ input: { id, overlapHours: Number(hours) } });
    const secret = data?.rotateApiKey.secret;
    if (secret) onSecret(secret);
    return { error, userErrors: data?.rotateApiKey.userErrors };
  }, ['overlapHours']);
  return (
    <Dialog
      title={text('key.rotate')}
      isOpen
      onClose={onClose}
      action={<ActButton act={act} tone="primary" word={text('key.rotateWord')} />}
    >
      <p>{text('key.rotateWords')}</p>
      <Field
        label={text('key.overlap')}
        inputMode="numeric"
        value={hours}
        problem={act.problemOf('overlapHours')}
        onChange={({ target }) => {
          setHours(target.value.trim());
        }}
      />
      <Problem act={act} />
    </Dialog>
  );
}
