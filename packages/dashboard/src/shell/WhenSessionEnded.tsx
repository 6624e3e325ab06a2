import { lazy, Suspense, useState } from 'react';
import { useSessionEnded } from '../data/session-ended.ts';

const SignInAgain = lazy(() => import('./SignInAgain.tsx'));

/** Loads the dialog when it is first needed. */
export function WhenSessionEnded() {
  const ended = useSessionEnded();
  const [needed, setNeeded] = useState(false);
  if (ended && !needed) setNeeded(true);
  return <Suspense>{needed && <SignInAgain />}</Suspense>;
}
