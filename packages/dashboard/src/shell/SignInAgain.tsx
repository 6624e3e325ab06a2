import { Stack } from '@mantine/core';
import { sessionEnded, useSessionEnded, useUser } from '../data/session.ts';
import { SignInForm } from '../pages/sign-in/SignInForm.tsx';
import { Dialog } from '../ui/Dialog.tsx';

/**
 * Asks for the password again when the session has ended. It covers the page without leaving it, so
 * that nothing typed is lost.
 */
export default function SignInAgain() {
  const ended = useSessionEnded();
  const user = useUser();
  return (
    <Dialog
      opened={ended && user !== null}
      title="Your session has ended"
      onClose={() => sessionEnded.set(false)}
    >
      <Stack>
        <p>Sign in again to continue. What you typed is kept.</p>
        <SignInForm email={user?.email} />
      </Stack>
    </Dialog>
  );
}
