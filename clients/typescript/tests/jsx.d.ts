// A stand-in of React's types for what the examples of the page have.
declare namespace JSX {
  type Element = object;
  interface IntrinsicElements {
    button: { onClick: () => void; disabled?: boolean };
    div: { style: object };
  }
}
declare module "react" {
  export function createElement(...parts: unknown[]): object;
  export function createContext<Value>(value: Value): { Provider: object };
  export function useContext(context: object): object;
  export function useMemo<Value>(make: () => Value, parts: unknown[]): Value;
}
declare module "@xyflow/react" {
  export function ReactFlow(props: ReactFlowProps): JSX.Element;
  export function Handle(props: object): JSX.Element;
  export function BaseEdge(props: object): JSX.Element;
}
declare module "@xyflow/react/dist/style.css" {}
declare module "react-dom/client" {
  export function createRoot(element: HTMLElement): { render: (what: JSX.Element) => void };
}
