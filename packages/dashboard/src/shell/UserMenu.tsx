import { Link, useLocation } from 'wouter';
import { signInPath } from '../data/address.ts';
import { useSession, useSignOut } from '../data/session.ts';
import { Icon } from '../ui/Icon.tsx';
import { VisibleText } from '../ui/VisibleText.tsx';
import { PopoverMenu } from './PopoverMenu.tsx';
import classes from './shell.module.css';

const SIGNING_IN = new Set(['/sign-in', '/sign-up', '/reset-password']);

/** Who is signed in, and the way out; or the way in. */
export function UserMenu() {
  const session = useSession();
  const signOut = useSignOut();
  const [path, navigate] = useLocation();
  if (session.isPending) return null;
  if (!session.data) {
    return SIGNING_IN.has(path) ? null : (
      <Link href={signInPath(path)} className={classes.button} aria-label="Sign in">
        <Icon name="account" />
        <span>Sign in</span>
      </Link>
    );
  }
  const { name, email } = session.data;
  const leave = () => signOut.mutate(undefined, { onSuccess: () => navigate('/sign-in') });
  return (
    <PopoverMenu
      className={classes.button}
      contentClassName={classes.userMenuContent}
      label={`Signed in as ${name}`}
      button={
        <>
          <Icon name="account" />
          <span>
            <VisibleText>{name}</VisibleText>
          </span>
        </>
      }
    >
      <p>
        <VisibleText>{email}</VisibleText>
      </p>
      <button type="button" onClick={leave}>
        <Icon name="signOut" />
        Sign out
      </button>
    </PopoverMenu>
  );
}
