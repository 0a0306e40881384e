import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { Button } from '../../design/button.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { useText } from '../../text/use-text.js';
import { BLOCK_PERSON, type PersonRow, UNBLOCK_PERSON } from './people-documents.js';

interface BlockPersonProps {
  readonly person: PersonRow;
  readonly onDone: () => void;
}

/** Blocks a person immediately. Asks for a reason. */
export function BlockPerson({ person: { id, name }, onDone }: BlockPersonProps): ReactElement {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  const [, block] = useMutation(BLOCK_PERSON);
  return (
    <>
      <Button
        tone="danger"
        onClick={() => {
          setIsAsking(true);
        }}
      >
        {text('person.block')}
      </Button>
      {isAsking ? (
        <ReasonDialog
          title={text('person.blockTitle', { name })}
          words={text('person.blockWords')}
          word={text('person.block')}
          onClose={() => {
            setIsAsking(false);
            onDone();
          }}
          onReason={async (reason) => {
            const { data, error } = await block({ input: { personId: id, reason } });
            return { error, userErrors: data?.blockPerson.userErrors };
          }}
        />
      ) : null}
    </>
  );
}

interface UnblockPersonProps {
  readonly person: PersonRow;
  readonly onProposed: () => void;
}

/** Proposes to unblock a person. Asks for a reason. */
export function UnblockPerson({ person: { id, name }, onProposed }: UnblockPersonProps): ReactElement {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  const [, unblock] = useMutation(UNBLOCK_PERSON);
  return (
    <>
      <Button
        onClick={() => {
          setIsAsking(true);
        }}
      >
        {text('person.unblock')}
      </Button>
      {isAsking ? (
        <ReasonDialog
          title={text('person.unblockTitle', { name })}
          words={text('person.unblockWords', { name })}
          word={text('person.propose')}
          tone="primary"
          onClose={() => {
            setIsAsking(false);
          }}
          onReason={async (reason) => {
            const { data, error } = await unblock({ input: { personId: id, reason } });
            if (data?.unblockPerson.changeRequest) onProposed();
            return { error, userErrors: data?.unblockPerson.userErrors };
          }}
        />
      ) : null}
    </>
  );
}
