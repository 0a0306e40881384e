import { type ReactElement, useState } from 'react';
import { useMutation } from 'urql';
import { Button } from '../../design/button.js';
import { ReasonDialog } from '../../design/reason-dialog.js';
import { useText } from '../../text/use-text.js';
import { END_SESSIONS } from './people-documents.js';

interface EndSessionsProps {
  /** Id of the key or person. */
  readonly actorId: string;
  readonly name: string;
  readonly onEnded: (count: number) => void;
}

/** Signs a key or person out of every browser. Asks for a reason. */
export function EndSessions({ actorId, name, onEnded }: EndSessionsProps): ReactElement {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  const [, end] = useMutation(END_SESSIONS);
  return (
    <>
      <Button
        onClick={() => {
          setIsAsking(true);
        }}
      >
        {text('sessions.end')}
      </Button>
      {isAsking ? (
        <ReasonDialog
          title={text('sessions.endTitle')}
          words={text('sessions.endWords', { name })}
          word={text('sessions.end')}
          onClose={() => {
            setIsAsking(false);
          }}
          onReason={async (reason) => {
            const { data, error } = await end({ input: { actorId, reason } });
            const userErrors = data?.endSessions.userErrors;
            if (data && userErrors?.length === 0) onEnded(data.endSessions.endedSessions);
            return { error, userErrors };
          }}
        />
      ) : null}
    </>
  );
}
