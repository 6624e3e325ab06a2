import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  onClose: () => void;
}

/** Covers the page until it is closed; Escape closes it. */
export const Dialog = ({ opened, title, children, onClose }: DialogProps) => (
  <Modal.Root opened={opened} onClose={onClose} centered>
    <Modal.Overlay />
    <Modal.Content>
      {/* Its element would be a second banner of the page. */}
      <Modal.Header role="presentation">
        <Modal.Title>{title}</Modal.Title>
        <Modal.CloseButton aria-label="Close" />
      </Modal.Header>
      <Modal.Body>{children}</Modal.Body>
    </Modal.Content>
  </Modal.Root>
);
