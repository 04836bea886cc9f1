import Schemas
