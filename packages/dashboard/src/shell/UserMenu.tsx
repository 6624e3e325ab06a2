import { Button, Menu } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { signInPath } from '../data/return-to.ts';
import { useSession, useSignOut } from '../data/session.ts';
import { Icon } from '../ui/Icon.tsx';
import classes from './UserMenu.module.css';

const SIGNING_IN = new Set(['/sign-in', '/sign-up', '/reset-password']);

/** Who is signed in, and the way out; or the way in. */
export function UserMenu() {
  const session = useSession();
  const signOut = useSignOut();
  const [path, navigate] = useLocation();
  if (session.isPending) return null;
  if (!session.data) {
    return SIGNING_IN.has(path) ? null : (
      <Button
        size="xs"
        variant="default"
        component={Link}
        href={signInPath(path)}
        leftSection={<Icon name="account" />}
        aria-label="Sign in"
      >
        <span className={classes.name}>Sign in</span>
      </Button>
    );
  }
  const { name, email } = session.data;
  const leave = () => signOut.mutate(undefined, { onSuccess: () => navigate('/sign-in') });
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name="account" />}
          aria-label={`Signed in as ${name}`}
        >
          <span className={classes.name}>{name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        <Menu.Item leftSection={<Icon name="signOut" />} onClick={leave}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
