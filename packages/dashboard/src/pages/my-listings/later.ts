export { FirstSteps } from './FirstSteps.tsx';
export { ReviewRunning } from './ReviewRunning.tsx';
export { Secret } from './Secret.tsx';
